import { Module } from '@nestjs/common';
import { RevaluationsController } from './api/revaluations.controller';
import { ListRevaluations } from './use-cases/list-revaluations';
import { PostRevaluation } from './use-cases/post-revaluation';
import { ReverseRevaluation } from './use-cases/reverse-revaluation';

@Module({
  controllers: [RevaluationsController],
  providers: [PostRevaluation, ReverseRevaluation, ListRevaluations],
})
export class RevaluationModule {}
