export type { Email, Letter } from './data/emails';
export { oneLine } from './domain/delivery';
export { isEmailAddress } from './email-address';
export { MailModule } from './mail.module';
export { QueueEmail } from './use-cases/queue-email';
export { EMAIL_LEASE_SECONDS, EMAIL_WORK, SendEmail } from './use-cases/send-email';
