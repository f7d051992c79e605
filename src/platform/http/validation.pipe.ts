import { ValidationPipe } from '@nestjs/common';
import type { ValidationError } from 'class-validator';
import { DomainError } from '../../shared/domain-error';
import { NOT_SUPPORTED } from './fields';

/** Refuses unknown members and wrong shapes, naming each member by its path (`lines.3.quantity`). */
export function validationPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    forbidNonWhitelisted: true,
    // A request without members is a class without rules; unknown members are refused by the line above.
    forbidUnknownValues: false,
    stopAtFirstError: true,
    exceptionFactory: errors => {
      const fieldErrors = fieldErrorsOf(errors);
      if (errors.every(areUnsupported))
        return new DomainError(
          'not_supported',
          `Not supported: ${Object.keys(fieldErrors).slice(0, 5).join(', ')}; leave it out.`,
          { fieldErrors },
        );
      const [[member, messages] = ['', ['is wrong']]] = Object.entries(fieldErrors);
      const more = Object.keys(fieldErrors).length - 1;
      return new DomainError(
        'invalid_request',
        `${member}: ${messages[0]}${more > 0 ? ` (and ${more} more)` : ''}.`,
        { fieldErrors },
      );
    },
  });
}

/** Nothing is wrong here but members whose effect we lack. */
function areUnsupported({ constraints = {}, children = [] }: ValidationError): boolean {
  return Object.keys(constraints).every(check => check === NOT_SUPPORTED) && children.every(areUnsupported);
}

const MOST_FIELD_ERRORS = 50;

function fieldErrorsOf(errors: ValidationError[], path = ''): Record<string, string[]> {
  const entries = errors.flatMap((error): [string, string[]][] => {
    const member = `${path}${error.property}`;
    const own = Object.entries(error.constraints ?? {}).map(([check, message]) =>
      check === 'whitelistValidation' ? 'is not a member of this request' : message,
    );
    const nested = Object.entries(fieldErrorsOf(error.children ?? [], `${member}.`));
    return own.length > 0 ? [[member, own], ...nested] : nested;
  });
  return Object.fromEntries(entries.slice(0, MOST_FIELD_ERRORS));
}
