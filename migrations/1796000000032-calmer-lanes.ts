import { MigrationInterface, QueryRunner } from 'typeorm';

/** A busy webhook lane tells what happened within five seconds together; events leave it alone for so long. */
export class CalmerLanes1796000000032 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(wakeUp);
  }

  async down(): Promise<void> {
    return Promise.reject(new Error('Books are never migrated down; restore a backup instead.'));
  }
}

const wakeUp = `
-- Five seconds and not one: each turn of a lane costs two transactions, and woken every second those of a busy company took
-- a tenth of what the issues themselves cost.
CREATE OR REPLACE FUNCTION wake_webhook_lanes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE work_items w SET due_at = clock_timestamp()
   WHERE w.company_id = (SELECT i.company_id FROM inserted i LIMIT 1) AND w.kind = 'webhook_deliveries'
     AND w.due_at > clock_timestamp() + interval '5 seconds';
  RETURN NULL;
END $$;
`;
