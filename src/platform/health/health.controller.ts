import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Database } from '../database';
import { OPERATOR_SCOPE } from '../scope';
import { Metrics } from '../metrics';

/** For the orchestrator and the monitoring, without authentication: nothing here tells of a company. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
  ) {}

  @Get('health/live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  /** Ready = the database answers. */
  @Get('health/ready')
  async ready(@Res({ passthrough: true }) response: Response): Promise<{ status: string }> {
    try {
      const session = await this.database.session();
      try {
        await session.begin(OPERATOR_SCOPE, 'read');
      } finally {
        await session.release();
      }
      return { status: 'ok' };
    } catch {
      response.status(503);
      return { status: 'database unreachable' };
    }
  }

  @Get('metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  async scrape(): Promise<string> {
    const { total, idle, waiting } = this.database.poolState();
    this.metrics.poolConnections.set({ state: 'busy' }, total - idle);
    this.metrics.poolConnections.set({ state: 'idle' }, idle);
    this.metrics.poolConnections.set({ state: 'waiting' }, waiting);
    return this.metrics.registry.metrics();
  }
}
