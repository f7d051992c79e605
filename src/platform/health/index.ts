export { Health, METRICS_TYPE } from './health';
export { HealthController } from './health.controller';
