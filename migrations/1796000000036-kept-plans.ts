import { MigrationInterface, QueryRunner } from 'typeorm';

/** The checks of an invoice against its parts keep their plan instead of being planned anew by every statement. */
export class KeptPlans1796000000036 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(keptPlans);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const keptPlans = `
-- Left alone, PostgreSQL takes the plan for one known invoice to be so much cheaper than the one for any array that it
-- plans each call: three times an issue, and longer than the check itself takes. Both plans are the same lookups by key.
ALTER FUNCTION refuse_broken_sale_invoice(uuid, uuid[]) SET plan_cache_mode = force_generic_plan;
ALTER FUNCTION refuse_broken_purchase_invoice(uuid, uuid[]) SET plan_cache_mode = force_generic_plan;
`;
