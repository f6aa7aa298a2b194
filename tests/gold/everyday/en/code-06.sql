-- one-off fix for case ⟦id|SUP-40417⟧, approved by ⟦person|Hanneke de Wit⟧ on ⟦date|2024-05-17⟧
BEGIN;
UPDATE members SET surname = '⟦person|Villaverde-Park⟧' WHERE member_id = ⟦id|300418⟧;
INSERT INTO addresses (member_id, line1, town, postcode)
VALUES (⟦id|300418⟧, '⟦place|4 Tollgate Mews⟧', '⟦place|Lichfield⟧', '⟦place|WS13 9ZZ⟧');
DELETE FROM sessions WHERE created_at < NOW() - INTERVAL '90 days';
COMMIT;
