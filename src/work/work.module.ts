import { Module } from '@nestjs/common';
import { WorkMetrics } from './work-metrics';
import { WorkQueue } from './work-queue';
import { Worker } from './worker';

@Module({ providers: [WorkQueue, Worker, WorkMetrics], exports: [WorkQueue, Worker] })
export class WorkModule {}
