/** An invented letter, with something of everything in it. */

export const LETTER = `Rowan Surgery
14 Larch Road, Harrowdale

Re: Mr Tobias Quell, born 04/03/1961, aged 62.

Dear Dr Renwick,

Thank you for seeing Mr Quell, who works as a joiner. He can be reached
on 07700 900123 or at t.quell@mailbox.example. His daughter Ines Farrow
called on 5 May 2023 and again on 12 May 2023. Tobias Quell takes
amlodipine for the Zylo trial, and Zylo pays for it. Part BW-000418.

Yours sincerely,
Dr Alma Renwick
`;
