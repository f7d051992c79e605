import { Module } from '@nestjs/common';
import { WorkModule } from '../work';
import { QueueEmail } from './use-cases/queue-email';
import { SendEmail } from './use-cases/send-email';

@Module({ imports: [WorkModule], providers: [QueueEmail, SendEmail], exports: [QueueEmail, SendEmail] })
export class MailModule {}
