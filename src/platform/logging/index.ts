export { Log } from './log';
export { logRequests } from './request-log';
