export { RevaluationModule } from './revaluation.module';
export { currenciesNotRevalued } from './use-cases/compute-revaluation';
