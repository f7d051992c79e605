export { callOutside, OutsideFailure, wholeText, type OutsideCall, type OutsideReply } from './outside-call';
