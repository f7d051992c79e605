export { scheduleWork, type WorkItem, type WorkKey } from './data/work-items';
export { LeaseLost, WorkQueue } from './work-queue';
export { Worker, type WorkHandler } from './worker';
export { WorkModule } from './work.module';
export { WorkerPort } from './worker-port';
