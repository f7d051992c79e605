import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { invariant } from '../shared/invariant';
import { DomainError, refuse } from '../shared/domain-error';
import { Clock } from '../platform/clock';
import { Config } from '../platform/config';
import { kindOf, ROUTE, scopeOf, type RouteDeclaration } from '../platform/http';
import type { Actor, CompanyProfile } from '../platform/scope';
import { Log } from '../platform/logging';
import { AuthenticationRepository, type Authenticated } from './data/authentication.repository';
import { parseApiKey, sameSecret } from './domain/api-key';
import { addressOf, RateLimits } from './rate-limits';

const OPERATOR: Actor = { type: 'operator', id: 'operator', apiKeyId: null, scopes: ['*'] };
/** What an archived company still needs: a way back, a way out, and a way to stop a key that leaked or a person who left. */
const OPEN_WHEN_ARCHIVED = [
  'account/companies/archive',
  'account/companies/activate',
  'account/companies/delete',
  'account/api-keys/revoke',
  'account/members/remove',
];
const NOTE_USE_EVERY_MS = 60_000;

/**
 * Says who calls: 401 (429 for too many of them from one address), then 403. Routes without a declaration (health,
 * metrics, documentation) are open; inbound messages are checked by their signature.
 */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly repository: AuthenticationRepository,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const route = this.reflector.get<RouteDeclaration | undefined>(ROUTE, context.getHandler());
    if (!route || route.kind === 'inbound') return true;
    const request = context.switchToHttp().getRequest<Request>();
    request.context.readmit = () => this.admit(request, route);
    try {
      await this.admit(request, route);
    } catch (error) {
      if (error instanceof DomainError && error.reason === 'unauthenticated')
        await this.limits.noteFailure(addressOf(request));
      throw error;
    }
    return true;
  }

  private async admit(request: Request, route: RouteDeclaration): Promise<void> {
    const token = bearerToken(request.headers.authorization);
    if (this.isOperator(token)) {
      if (route.access === 'company')
        refuse('company_only', 'The operator token does not act inside a company; use an API key of it.');
      request.context.actor = OPERATOR;
      return;
    }
    const { actor, company } = await this.authenticate(token);
    refuseUnlessPermitted(route, kindOf(request, route), actor, company);
    request.context.actor = actor;
    request.context.company = company;
  }

  private isOperator(token: string): boolean {
    invariant(this.config.operatorToken, 'the start made an operator token');
    return sameSecret(token, this.config.operatorToken);
  }

  private async authenticate(token: string): Promise<Authenticated> {
    const key = parseApiKey(token);
    const found = key && (await this.repository.find(key));
    if (!found) refuse('unauthenticated', 'The API key is unknown, revoked or expired.');
    this.noteUse(found);
    return found;
  }

  /** Beside the request: nobody should wait for it, or fail by it. */
  private noteUse({ actor, company, lastUsedAt }: Authenticated): void {
    const isRecent =
      lastUsedAt !== null && this.clock.now().getTime() - Date.parse(lastUsedAt) < NOTE_USE_EVERY_MS;
    if (isRecent || actor.apiKeyId === null) return;
    this.repository.noteUse(company.companyId, actor.apiKeyId).catch((error: unknown) => {
      this.log.warn({ err: error, companyId: company.companyId }, 'use of an API key was not noted');
    });
  }
}

function bearerToken(header: string | undefined): string {
  const [, token] = /^Bearer ([\x21-\x7e]{1,300})$/i.exec(header ?? '') ?? [];
  return token ?? refuse('unauthenticated', 'Send "Authorization: Bearer <API key>".');
}

function refuseUnlessPermitted(
  route: RouteDeclaration,
  kind: RouteDeclaration['kind'],
  actor: Actor,
  company: CompanyProfile,
): void {
  if (route.access === 'operator') refuse('operator_only', 'Only the operator token may call this.');
  const scope = scopeOf(route.path, kind);
  if (!actor.scopes.includes('*') && !actor.scopes.includes(scope)) {
    refuse(
      'scope_missing',
      actor.role === undefined
        ? `The API key lacks the scope ${scope}.`
        : `The API key lacks the scope ${scope}, or its member's role (${actor.role}) does.`,
    );
  }
  if (company.status === 'archived' && kind !== 'read' && !OPEN_WHEN_ARCHIVED.includes(route.path)) {
    refuse('company_archived', 'The company is archived; activate it before changing anything.');
  }
}
