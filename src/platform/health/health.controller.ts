import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Health, METRICS_TYPE } from './health';

/** For the orchestrator and the monitoring, without authentication: nothing here tells of a company. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(private readonly health: Health) {}

  @Get('health/live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  /** Ready = the database answers. */
  @Get('health/ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<{ status: string }> {
    if (await this.health.reachesDatabase()) return { status: 'ok' };
    response.status(503);
    return { status: 'database unreachable' };
  }

  @Get('metrics')
  @Header('Content-Type', METRICS_TYPE)
  scrape(): Promise<string> {
    return this.health.scrape();
  }
}
