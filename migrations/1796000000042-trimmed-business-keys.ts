import { MigrationInterface, QueryRunner } from 'typeorm';

/** Business keys are compared without outer white space; those that are claimed already follow (@invariant INV-14). */
export class TrimmedBusinessKeys1796000000042 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(trimmedKeys);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const trimmedKeys = `
-- The owner reads all companies here.
ALTER TABLE sale_invoice_business_keys NO FORCE ROW LEVEL SECURITY;

-- White space as JavaScript trims it. Where two live documents have keys that differ by it alone, the first keeps the plain one,
-- the other its own: both are in the books, and from now on neither can be joined by a third.
WITH spaced AS (
  SELECT k.*, btrim(k.business_key, U&'\\0009\\000A\\000B\\000C\\000D\\0020\\00A0\\1680\\2000\\2001\\2002\\2003\\2004\\2005\\2006\\2007\\2008\\2009\\200A\\2028\\2029\\202F\\205F\\3000\\FEFF') AS plain
    FROM sale_invoice_business_keys k
), first AS (
  SELECT DISTINCT ON (company_id, type, kind, plain) * FROM spaced
   WHERE plain <> business_key AND plain <> '' ORDER BY company_id, type, kind, plain, business_key
)
UPDATE sale_invoice_business_keys k SET business_key = f.plain
  FROM first f
 WHERE (k.company_id, k.type, k.kind, k.business_key) = (f.company_id, f.type, f.kind, f.business_key)
   AND NOT EXISTS (SELECT 1 FROM sale_invoice_business_keys o
                    WHERE (o.company_id, o.type, o.kind, o.business_key) = (f.company_id, f.type, f.kind, f.plain));

ALTER TABLE sale_invoice_business_keys FORCE ROW LEVEL SECURITY;
`;
