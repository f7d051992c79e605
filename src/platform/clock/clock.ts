import { Injectable } from '@nestjs/common';

/** The only place that reads the time, so that a test can stand at a month's end. */
@Injectable()
export class Clock {
  now(): Date {
    return new Date();
  }
}
