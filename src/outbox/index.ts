export { eventRows, takeEventSequence, type EventType, type OutboxEvent } from './data/event-rows';
