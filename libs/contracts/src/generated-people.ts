export {
  Person,
  Email,
  Phone,
  Address,
  PersonServiceDefinition,
  CreatePersonResponse,
  ListPeopleRequest,
} from './generated/porchlight/people/v1/person_service';
export {
  Event,
  EventPerson,
  Property,
  EventServiceDefinition,
  IngestEventRequest,
  IngestEventResponse,
} from './generated/porchlight/people/v1/event_service';
export { Stage, StageServiceDefinition } from './generated/porchlight/people/v1/stage_service';
