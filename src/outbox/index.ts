export {
  eventsAfter,
  firstKeptSequence,
  latestSequence,
  settledSequence,
  type WrittenEvent,
} from './data/event-reading';
export {
  EVENT_TYPES,
  eventRows,
  takeEventSequence,
  takeEventSequences,
  type EventType,
  type OutboxEvent,
} from './data/event-rows';
