export {
  eventRows,
  takeEventSequence,
  takeEventSequences,
  type EventType,
  type OutboxEvent,
} from './data/event-rows';
