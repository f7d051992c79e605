const ZONE_NAME = /^[A-Za-z]+([/_+-][A-Za-z0-9]+)*$/;

/** Whether the text names a zone of the IANA time zone database ("Europe/Vilnius"); an offset ("+02:00") does not. */
export function isTimeZone(text: string): boolean {
  if (!ZONE_NAME.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
