export { eventRows, takeEventSequences, type EventType, type OutboxEvent } from './data/event-rows';
