export { RevaluationModule } from './revaluation.module';
