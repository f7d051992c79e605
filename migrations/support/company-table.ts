/**
 * The row-level security of a table that belongs to companies (@invariant INV-08): forced, so that it binds the owner too,
 * and keyed on the scope that `SET LOCAL app.company_id` opens. No scope, no rows.
 *
 * `privileges` says what the application role may do at all. The grant and the policy say the same thing twice on
 * purpose: either alone would refuse the rest.
 *
 * The owner's only way to delete here is the purge of a deleted sandbox company, which the triggers check again.
 */
export function companyTable(table: string, privileges: Privilege[], rows: RowLimits = {}): string {
  const scope = `company_id = nullif(current_setting('app.company_id', true), '')::uuid`;
  const limitedTo = (condition: string | undefined): string =>
    condition === undefined ? scope : `${scope} AND (${condition})`;
  const policies = privileges.map(privilege => {
    const name = `rls_${table}__${privilege.toLowerCase()}`;
    switch (privilege) {
      case 'SELECT':
        return `CREATE POLICY ${name} ON ${table} FOR SELECT USING (${scope});`;
      case 'INSERT':
        return `CREATE POLICY ${name} ON ${table} FOR INSERT WITH CHECK (${scope});`;
      case 'UPDATE':
        return `CREATE POLICY ${name} ON ${table} FOR UPDATE USING (${limitedTo(rows.changeable)}) WITH CHECK (${scope});`;
      case 'DELETE':
        return `CREATE POLICY ${name} ON ${table} FOR DELETE USING (${limitedTo(rows.changeable)});`;
    }
  });
  return [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY;`,
    ...policies,
    `DO $$ BEGIN EXECUTE format('CREATE POLICY rls_${table}__purge ON ${table} FOR DELETE TO %I USING (${scope.replaceAll("'", "''")})', current_user); END $$;`,
    grant(table, privileges.join(', ')),
  ].join('\n');
}

/** Grants to the application role, whose name the migrator sets as `gapless.application_role`. */
export function grant(table: string, privileges: string): string {
  return `DO $$ BEGIN EXECUTE format('GRANT ${privileges} ON ${table} TO %I', current_setting('gapless.application_role')); END $$;`;
}

/** A table that nobody changes: posted entries, issued facts, audit (@invariant INV-02). */
export function appendOnly(table: string): string {
  return [
    `CREATE TRIGGER tr_${table}__append_only BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION refuse_change();`,
    `CREATE TRIGGER tr_${table}__no_truncate BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_truncate();`,
  ].join('\n');
}

export type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/** `changeable`: condition on the existing row under which UPDATE and DELETE may touch it. */
export interface RowLimits {
  changeable?: string;
}
