-- Corrección pedida por ⟦person|Leocadia Troncoso⟧, incidencia ⟦id|INC0049913⟧, ⟦date|19/03/2024⟧
UPDATE pacientes SET telefono = '⟦contact|611 55 50 42⟧' WHERE nhc = '⟦id|884120⟧';
UPDATE pacientes SET apellido1 = '⟦person|Etxegarai⟧', municipio = '⟦place|Azpeitia⟧' WHERE nhc = '⟦id|884121⟧';
-- comprobar antes con SELECT COUNT(*)
SELECT id, nombre, fecha_alta FROM pacientes ORDER BY fecha_alta DESC LIMIT 10;
