import { Injectable, type OnModuleInit, type Type } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { invariant } from '../../../shared/invariant';
import { Tx } from '../../../platform/database';
import { ROUTE, validationPipe, type RouteDeclaration } from '../../../platform/http';

type Shape = new () => object;

/** A report as its own route makes it. */
export interface ReportType {
  request: Shape;
  response: Shape;
  run(request: object, tx: Tx): Promise<object>;
}

/** `reports/trial-balance` is; what has a second part is no report but a way of getting one. */
const REPORT_PATH = /^reports\/([a-z-]+)$/;

/**
 * Every report that has a route of its own: found by its route, so that a new report can be had as a job at once. A job calls
 * what the route calls, and validates what the route validates.
 */
@Injectable()
export class ReportCatalog implements OnModuleInit {
  private readonly types = new Map<string, ReportType>();
  private readonly pipe = validationPipe();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    for (const { instance } of this.discovery.getControllers()) {
      const controller = instance as Record<string, (...args: unknown[]) => Promise<object>>;
      const prototype = Object.getPrototypeOf(controller) as object;
      for (const name of this.scanner.getAllMethodNames(prototype)) {
        const route = this.reflector.get<RouteDeclaration | undefined>(ROUTE, controller[name]!);
        const reportType = REPORT_PATH.exec(route?.path ?? '')?.[1];
        if (reportType === undefined || route?.kind !== 'read' || route.streams) continue;
        const { request, response } = route;
        invariant(request && response, `${route.path} declares its shapes`);
        const parameters = Reflect.getMetadata('design:paramtypes', prototype, name) as Type[];
        const run: ReportType['run'] = (body, tx) =>
          controller[name]!(...parameters.map(type => (type === Tx ? tx : body)));
        this.types.set(reportType, { request, response, run });
      }
    }
  }

  get names(): string[] {
    return [...this.types.keys()].sort();
  }

  find(name: string): ReportType | undefined {
    return this.types.get(name);
  }

  /** @throws DomainError `invalid_request` as the report's route does */
  async requestOf({ request: metatype }: ReportType, params: object): Promise<object> {
    return (await this.pipe.transform(params, { type: 'body', metatype })) as object;
  }
}
