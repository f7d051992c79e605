export { IdempotencyInterceptor } from './idempotency.interceptor';
export { IdempotencyModule } from './idempotency.module';
export { IdempotencyRetention } from './retention';
export { actUnderKey, storeAnswer } from './answers';
export { Begun, type PhasedOperation, type Progress } from './phased-operation';
