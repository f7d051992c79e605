import { Module } from '@nestjs/common';
import { WorkMetrics } from './work-metrics';
import { WorkQueue } from './work-queue';
import { Worker } from './worker';
import { WorkerPort } from './worker-port';

@Module({ providers: [WorkQueue, Worker, WorkerPort, WorkMetrics], exports: [WorkQueue, Worker, WorkerPort] })
export class WorkModule {}
