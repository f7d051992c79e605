export { RevaluationModule } from './revaluation.module';
export { currenciesNotRevalued } from './steps/compute-revaluation';
