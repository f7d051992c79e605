import { Global, Module, type DynamicModule } from '@nestjs/common';
import { Clock } from './clock';
import { Config } from './config';
import { DatabaseModule } from './database';
import { Health, HealthController } from './health';
import { Log } from './logging';
import { Metrics } from './metrics';
import { ListCursors, ListQuery } from './lists';
import { SecretBox } from './secrets';

/** What every module may use; see each folder. */
@Global()
@Module({})
export class PlatformModule {
  static with(config: Config, clock: Clock): DynamicModule {
    const providers = [
      { provide: Config, useValue: config },
      { provide: Clock, useValue: clock },
      Log,
      Metrics,
      Health,
      SecretBox,
      ListCursors,
      ListQuery,
    ];
    return {
      module: PlatformModule,
      imports: [DatabaseModule],
      controllers: [HealthController],
      providers,
      exports: providers,
    };
  }
}
