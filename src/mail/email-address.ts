import { isEmail } from 'class-validator';
import addressparser from 'nodemailer/lib/addressparser';

/** Whether the text is one e-mail address and nothing else: no name, no list, no line break. */
export function isEmailAddress(text: string): boolean {
  return isEmail(text);
}

/** The address of `Example UAB <invoices@example.com>` or of the bare form; undefined when there is none. */
export function addressIn(text: string): string | undefined {
  const [first] = addressparser(text, { flatten: true });
  return first !== undefined && isEmailAddress(first.address) ? first.address : undefined;
}
