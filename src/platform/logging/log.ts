import { Injectable, type LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import { Config } from '../config';

/** Structured JSON logs. What could hold a secret (headers, bodies, keys) is never handed to it. */
@Injectable()
export class Log {
  readonly pino: Logger;

  constructor(config: Config) {
    this.pino = pino({
      level: config.logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: withoutData },
    });
  }

  error(facts: object, message: string): void {
    this.pino.error(facts, message);
  }
  warn(facts: object, message: string): void {
    this.pino.warn(facts, message);
  }
  info(facts: object, message: string): void {
    this.pino.info(facts, message);
  }

  /** NestJS's own messages: its start-up chatter is for debugging, its errors are not. */
  forNest(): LoggerService {
    return {
      log: (message: unknown) => this.pino.debug(String(message)),
      debug: (message: unknown) => this.pino.debug(String(message)),
      verbose: (message: unknown) => this.pino.trace(String(message)),
      warn: (message: unknown) => this.pino.warn(String(message)),
      error: (message: unknown) => this.pino.error(String(message)),
    };
  }
}

/** What went wrong and where. The other members of a database error (`detail`, `where`) quote the rows themselves. */
function withoutData(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, constraint, table } = error as { code?: string; constraint?: string; table?: string };
  return { type: error.name, message: error.message, code, constraint, table, stack: error.stack };
}
