/** One limit: number, unit, and the limited resource. */
export interface Limit {
  readonly value: number;
  readonly unit: 'bytes' | 'characters' | 'records' | 'requests' | 'ms' | 'days' | 'connections' | 'levels' | 'tags';
  /** The limited resource and the reaction to an excess; one sentence. */
  readonly about: string;
  /** Environment variable by which an operator changes the limit; absent: the limit is part of the API. */
  readonly env?: `LIMIT_${string}`;
}

/** Limits of request bodies and of bytes in flight (gateway). */
const REQUESTS = {
  bodyBytes: { value: 1_048_576, unit: 'bytes', about: 'Body of a request; a larger body is refused with 413.' },
  largeBodyBytes: {
    value: 5_242_880,
    unit: 'bytes',
    about: 'Body of email events, batches and imports; a larger body is refused with 413.',
  },
  attachmentBytes: {
    value: 25_000_000,
    unit: 'bytes',
    about: 'File of an attachment in a multipart form (D12.2); a larger file is refused with 413.',
  },
  largeAttachmentBytes: {
    value: 100_000_000,
    unit: 'bytes',
    about: 'File of an attachment that is sent to the url of an upload; a larger file is refused with 413.',
  },
  storedFileBytes: {
    value: 10_737_418_240,
    unit: 'bytes',
    about:
      'Uploaded files of the people of an account, stored and announced, each rounded up to KiB, and as much again of its deals; more are refused with 409.',
    env: 'LIMIT_STORED_FILE_BYTES',
  },
  uploadsPerAccount: {
    value: 4,
    unit: 'requests',
    about: 'Multipart files of one account that a process of the gateway receives at the same time; others get 503.',
  },
  uploads: {
    value: 16,
    unit: 'requests',
    about: 'Multipart files that a process of the gateway receives at the same time; others get 503.',
  },
  downloads: {
    value: 64,
    unit: 'requests',
    about: 'Files that a process of the gateway sends or receives by signed links at the same time; others get 503.',
  },
  reportDays: { value: 366, unit: 'days', about: 'Range of a report; a longer one is refused with 400.' },
  reportedLeads: {
    value: 50_000,
    unit: 'records',
    about: 'People that a report of new leads or their stages counts; more are refused with 400.',
  },
  answeredLeads: {
    value: 10_000,
    unit: 'records',
    about: 'People whose first answers a report finds; more are refused with 400.',
  },
  reportedDeals: { value: 20_000, unit: 'records', about: 'Deals that a report counts; more are refused with 400.' },
  uploadMs: {
    value: 3_600_000,
    unit: 'ms',
    about: 'Time to send and complete an upload; after it the file is deleted.',
  },
  attachmentLinkMs: {
    value: 600_000,
    unit: 'ms',
    about: 'Validity of the link of an uploaded file (D12.2).',
  },
  signInBodyBytes: {
    value: 16_384,
    unit: 'bytes',
    about: 'Body of a request without credentials (sign-in, sign-up, OAuth forms); a larger body is refused with 413.',
  },
  exportedRecords: {
    value: 10_000,
    unit: 'records',
    about: 'Records of one kind in the export of a person; more are refused with 409.',
  },
  exportBytes: {
    value: 16_777_216,
    unit: 'bytes',
    about: 'Records in the export of a person; more are refused with 409.',
  },
  bodyValues: {
    value: 50_000,
    unit: 'records',
    about: 'Values in a JSON body, counted before it is parsed; more are refused with 400.',
  },
  bodyKeys: {
    value: 1_000,
    unit: 'records',
    about: 'Keys of one object in a body, counted before it is parsed; more are refused with 400, also in a lead.',
  },
  ignoredNames: {
    value: 2_000,
    unit: 'records',
    about: 'Names of ignored fields of one lead that the services report to each other; further ones are counted.',
  },
  htmlTags: {
    value: 4_000,
    unit: 'tags',
    about:
      'Tags of one HTML text, counted before it is sanitized; a note with more is refused with 400, a text of a lead with more is stored as plain text.',
  },
  requestedFields: {
    value: 500,
    unit: 'records',
    about: 'Names in the parameter `fields`; more are refused with 400.',
  },
  submittedBytes: {
    value: 16_384,
    unit: 'bytes',
    about: 'JSON of what a lead said about its person (`submitted`); texts and lists are shortened to fit.',
  },
  repeatedInquiry: {
    value: 60_000,
    unit: 'ms',
    about: 'Time within which an equal inquiry of the same sender is recorded as a duplicate.',
  },
  formParts: {
    value: 2_000,
    unit: 'records',
    about: 'Fields and files of a form; a form with more is refused with 400.',
  },
  bodyDepth: { value: 256, unit: 'levels', about: 'Nesting of a JSON body; a deeper body is refused with 400.' },
  bodyBytesInFlight: {
    value: 25_165_824,
    unit: 'bytes',
    about:
      'Bytes that one gateway holds for all bodies being read and parsed (parsed JSON counts three times); beyond it, 503.',
    env: 'LIMIT_BODY_BYTES_IN_FLIGHT',
  },
  bodyBytesPerAccount: {
    value: 18_874_368,
    unit: 'bytes',
    about: 'Part of bodyBytesInFlight that one account, or one network without credentials, may use; beyond it, 503.',
    env: 'LIMIT_BODY_BYTES_PER_ACCOUNT',
  },
  smallBodyBytes: {
    value: 65_536,
    unit: 'bytes',
    about: 'A body up to this size may use all of bodyBytesInFlight; larger bodies together use 75 % of it.',
  },
  bodyGraceMs: {
    value: 2_000,
    unit: 'ms',
    about: 'Time after which a body that still arrives needs an average rate of bodyBytesPerSecond.',
  },
  bodyBytesPerSecond: {
    value: 8_192,
    unit: 'bytes',
    about: 'Bytes per second at which a body arrives on average; a slower one is ended with 408.',
  },
  responseBytesInFlight: {
    value: 33_554_432,
    unit: 'bytes',
    about: 'Bytes that one gateway holds for responses that clients have not read yet; beyond it, 503.',
    env: 'LIMIT_RESPONSE_BYTES_IN_FLIGHT',
  },
  responseBytesPerAccount: {
    value: 16_777_216,
    unit: 'bytes',
    about: 'Part of responseBytesInFlight that one account may use; beyond it, 503.',
    env: 'LIMIT_RESPONSE_BYTES_PER_ACCOUNT',
  },
  requestsInFlight: {
    value: 512,
    unit: 'requests',
    about: 'Requests of all accounts that one gateway serves at a time; further ones wait, accounts in turn.',
    env: 'LIMIT_REQUESTS_IN_FLIGHT',
  },
  requestShareMs: {
    value: 100,
    unit: 'ms',
    about:
      'Expected time of the requests of one account and operation that one gateway serves at a time while other accounts are active (four times as much for all its operations; one request in any case); further ones wait.',
    env: 'LIMIT_REQUEST_SHARE_MS',
  },
  waitingRequestsPerAccount: {
    value: 256,
    unit: 'requests',
    about: 'Requests of one account that wait in one gateway, 2 s at most; then 503.',
    env: 'LIMIT_WAITING_REQUESTS_PER_ACCOUNT',
  },
  waitingRequests: {
    value: 4_096,
    unit: 'requests',
    about: 'Requests of all accounts that wait in one gateway; further ones are refused with 503.',
  },
  requestWaitMs: { value: 2_000, unit: 'ms', about: 'Longest wait of a request for its turn; then 503.' },
  listsPerAccount: {
    value: 16,
    unit: 'requests',
    about: 'Lists of one account that one gateway reads at a time; up to 256 more wait for 2 s at most, then 503.',
    env: 'LIMIT_LISTS_PER_ACCOUNT',
  },
  listsPerService: {
    value: 48,
    unit: 'requests',
    about:
      'Lists of all accounts that one gateway reads from one service at a time; more wait for 2 s at most, then 503.',
    env: 'LIMIT_LISTS_PER_SERVICE',
  },
  batchesPerAccount: {
    value: 2,
    unit: 'requests',
    about: 'Batches of one account that one gateway serves at a time; up to 256 more wait for 2 s at most, then 503.',
    env: 'LIMIT_BATCHES_PER_ACCOUNT',
  },
  batches: {
    value: 16,
    unit: 'requests',
    about: 'Batches of all accounts that one gateway serves at a time; more wait for 2 s at most, then 503.',
    env: 'LIMIT_BATCHES',
  },
  batchResponseBytes: {
    value: 4_194_304,
    unit: 'bytes',
    about: 'Responses of one batch; its further requests are not carried out and are refused with 400.',
  },
  slowReaderMs: {
    value: 20_000,
    unit: 'ms',
    about: 'Time to read a response, besides 1 ms for each 128 bytes; then the connection is closed.',
    env: 'LIMIT_SLOW_READER_MS',
  },
  connectionsPerNetwork: {
    value: 512,
    unit: 'connections',
    about:
      'Open connections of one client network (IPv4 address or IPv6 /64) to one gateway; further ones are closed. Trusted proxies have no limit.',
    env: 'LIMIT_CONNECTIONS_PER_NETWORK',
  },
  unknownKeysPerMinute: {
    value: 60,
    unit: 'requests',
    about:
      'Requests with unknown API keys of one client network in a minute; further ones are checked one after another and answered with 429. Valid keys are always accepted.',
    env: 'LIMIT_UNKNOWN_KEYS_PER_MINUTE',
  },
  unknownSessionsPerMinute: {
    value: 100,
    unit: 'requests',
    about:
      'Requests with unknown session cookies of one client network in a minute; further ones are checked one after another and answered with 429. Valid sessions are always accepted.',
    env: 'LIMIT_UNKNOWN_SESSIONS_PER_MINUTE',
  },
} as const satisfies Record<string, Limit>;

/** Limits of stored documents, lists and the outbox (all services). */
const STORAGE = {
  changeBytes: {
    value: 900_000,
    unit: 'bytes',
    about:
      'Change message of one write, which carries the whole record; a write that makes it larger is refused with 400.',
  },
  countedTexts: {
    value: 2_000,
    unit: 'records',
    about:
      'Texts (tags, sources) whose totals are stored in each of 4 documents of an account; further ones are counted on request.',
  },
  pageBytes: {
    value: 1_048_576,
    unit: 'bytes',
    about:
      'Page of a list; a page ends at this size and returns `next`. It has at least one record, however large that is.',
  },
  loadingBytes: {
    value: 33_554_432,
    unit: 'bytes',
    about: 'Pages that one process loads at once; further lists are refused with 503.',
  },
  waitingFacts: {
    value: 10_000,
    unit: 'records',
    about: 'Deletions that wait because their service does not answer; beyond it, the consumers of deletions wait.',
  },
  waitingLists: {
    value: 500,
    unit: 'requests',
    about:
      'Lists of one account that wait for a database connection of one process; further lists are refused with 503.',
  },
  unpublishedChanges: {
    value: 500,
    unit: 'records',
    about: 'Changes of one record that wait for Kafka; further writes of the record are refused with 503.',
  },
  unpublishedBytes: {
    value: 4_194_304,
    unit: 'bytes',
    about: 'Changes of one record that wait for Kafka; further writes of the record are refused with 503.',
  },
  outboxMemoryChanges: {
    value: 10_000,
    unit: 'records',
    about:
      'Changes that one process holds in memory until they are published; the others are read from the database later.',
  },
  outboxMemoryBytes: {
    value: 16_777_216,
    unit: 'bytes',
    about:
      'Changes that one process holds in memory until they are published; the others are read from the database later.',
  },
  setAsideChanges: {
    value: 10_000,
    unit: 'records',
    about:
      'Changes of one service that cannot be sent and wait for the operator; beyond the limit the oldest is deleted.',
  },
} as const satisfies Record<string, Limit>;

/** Limits of the change bus and of calls between services. */
const BUS = {
  busReadAheadBytes: {
    value: 8_388_608,
    unit: 'bytes',
    about:
      'Messages that one consumer holds in memory; one account gets a third at most, its further messages are read again later.',
  },
  busReadAheadMessages: {
    value: 100_000,
    unit: 'records',
    about:
      'Messages of one partition that are read beyond the first unfinished one; then reading waits. As many may be repeated after a crash.',
  },
} as const satisfies Record<string, Limit>;

/** Limits of accounts, sign-up, sign-in and credentials (auth). */
const ACCOUNTS = {
  signUpsPerNetwork: {
    value: 60,
    unit: 'requests',
    about: 'Sign-ups per hour from one network (IPv4 address or IPv6 /64); more get 429.',
    env: 'LIMIT_SIGN_UPS_PER_NETWORK',
  },
  signUpMailsPerMailbox: {
    value: 5,
    unit: 'requests',
    about: 'Sign-up mails per hour to one mailbox; more are not sent.',
  },
  resetMailsPerMailbox: {
    value: 5,
    unit: 'requests',
    about:
      'Password mails per hour to one mailbox for all strangers together, and as many for each known device; more are not sent.',
  },
  resetMailsToDevices: {
    value: 20,
    unit: 'requests',
    about: 'Password mails per hour to one mailbox for all known devices together; more are not sent.',
  },
  confirmationMailsPerUser: {
    value: 5,
    unit: 'requests',
    about: 'Mails per day that ask one user to confirm the email; more get 429.',
  },
  confirmationMailsPerMailbox: {
    value: 10,
    unit: 'requests',
    about: 'Mails per day of all accounts that ask one mailbox for a confirmation; more get 429.',
  },
  resetsPerNetwork: {
    value: 60,
    unit: 'requests',
    about: 'Requests for a new password per hour from one network without a known device; more send no mail.',
    env: 'LIMIT_RESETS_PER_NETWORK',
  },
  signInFailuresPerNetwork: {
    value: 600,
    unit: 'requests',
    about: 'Failed sign-ins per hour from one network without a known device; more get 429.',
    env: 'LIMIT_SIGN_IN_FAILURES_PER_NETWORK',
  },
  signInFailuresPerEmail: {
    value: 100,
    unit: 'requests',
    about: 'Failed sign-ins per hour with one email from all unknown devices; more get 429.',
    env: 'LIMIT_SIGN_IN_FAILURES_PER_EMAIL',
  },
  signInFailuresFromDevices: {
    value: 200,
    unit: 'requests',
    about: 'Failed sign-ins per hour with one email from all known devices; more get 429.',
    env: 'LIMIT_SIGN_IN_FAILURES_FROM_DEVICES',
  },
  passwordHashes: {
    value: 1,
    unit: 'requests',
    about: 'Password hashes that one auth process computes at the same time: each takes a core for about 80 ms.',
  },
  waitingPasswordHashes: {
    value: 100,
    unit: 'requests',
    about: 'Password hashes that wait in one auth process; more get 503.',
  },
  waitingPasswordHashesPerNetwork: {
    value: 40,
    unit: 'requests',
    about: 'Password hashes that wait for sign-ins of one client network; more get 503. Networks take turns.',
  },
  invitationMails: {
    value: 100,
    unit: 'requests',
    about: 'Invitation mails of one account per day; more are not sent, and the link is in the response.',
  },
  invitationMailsPerMailbox: {
    value: 10,
    unit: 'requests',
    about:
      'Invitation mails of all accounts to one mailbox per day; more are not sent, and the link is in the response.',
  },
  newAccountInvitations: {
    value: 50,
    unit: 'records',
    about: 'Users that an account from an open sign-up may invite in its first 24 hours; more get 429.',
    env: 'LIMIT_NEW_ACCOUNT_INVITATIONS',
  },
  newAccountInvitationMails: {
    value: 20,
    unit: 'requests',
    about: 'Invitation mails of an account from an open sign-up in its first 24 hours; more are not sent.',
    env: 'LIMIT_NEW_ACCOUNT_INVITATION_MAILS',
  },
  newAccountSystems: {
    value: 10,
    unit: 'records',
    about: 'Systems that an account from an open sign-up may register in its first 24 hours; more get 429.',
    env: 'LIMIT_NEW_ACCOUNT_SYSTEMS',
  },
  claimWindowMs: {
    value: 1_800_000,
    unit: 'ms',
    about: 'Time to claim a lead of a first-to-claim group that has no claimWindow.',
  },
  groups: { value: 500, unit: 'records', about: 'Groups of one account; one more is refused with 409.' },
  teams: { value: 500, unit: 'records', about: 'Teams of one account; one more is refused with 409.' },
  ignoredFieldRows: {
    value: 1_000,
    unit: 'records',
    about: 'Rows in one report of ignored fields by a gateway; more are refused.',
  },
  ignoredFieldsPerSystem: {
    value: 200,
    unit: 'records',
    about: 'Ignored fields counted per account, system and day; further fields are not counted.',
  },
  unregisteredSystems: {
    value: 100,
    unit: 'records',
    about: 'Unregistered system names counted per account and day; further names are not counted.',
  },
} as const satisfies Record<string, Limit>;

/** Limits of people and their records (people). */
const PEOPLE = {
  teamInboxes: { value: 100, unit: 'records', about: 'Team inboxes of one account; one more is refused with 409.' },
  teamInboxUsers: { value: 500, unit: 'records', about: 'Users of one team inbox; more are refused with 400.' },
  personRelationships: {
    value: 50,
    unit: 'records',
    about: 'Relationships of one person; one more is refused with 409.',
  },
  reactionsPerRecord: {
    value: 200,
    unit: 'records',
    about: 'Reactions to one note, call or reply; one more is refused with 409.',
  },
  repliesPerRecord: {
    value: 100,
    unit: 'records',
    about: 'Replies to one note or call; one more is refused with 409.',
  },
  reactionCharacters: {
    value: 64,
    unit: 'characters',
    about: 'Emoji of a reaction; a longer one is refused with 400.',
  },
  replyCharacters: {
    value: 16_384,
    unit: 'characters',
    about: 'Text of a reply to a note or call; a longer one is refused with 400.',
  },
  relationSearchKeys: {
    value: 500,
    unit: 'records',
    about: 'Beginnings of names, emails and phones of relationships by which a search finds their person.',
  },
  ponds: { value: 200, unit: 'records', about: 'Ponds of one account; one more is refused with 409.' },
  stages: {
    value: 200,
    unit: 'records',
    about: 'Stages of one account, which are renumbered together; one more is refused with 409.',
  },
  appointmentKinds: {
    value: 200,
    unit: 'records',
    about: 'Types of appointments of one account, and as many outcomes; one more is refused with 409.',
  },
  customFields: {
    value: 200,
    unit: 'records',
    about: 'Custom fields of people of one account, and as many of deals; one more is refused with 409.',
  },
  smartLists: { value: 500, unit: 'records', about: 'Smart lists of one account; one more is refused with 409.' },
  leadFlowRules: {
    value: 500,
    unit: 'records',
    about: 'Lead flow rules of one account; one more is refused with 409.',
  },
  personTags: {
    value: 500,
    unit: 'records',
    about:
      'Tags of one person, tags added by mergeTags included; more are refused with 400, those of a lead are left out.',
  },
  personTagBytes: {
    value: 100_000,
    unit: 'bytes',
    about: 'All tags of one person together in UTF-8; more are refused with 400, those of a lead are left out.',
  },
  tagCharacters: { value: 255, unit: 'characters', about: 'One tag; a longer one is refused with 400.' },
  personContacts: {
    value: 50,
    unit: 'records',
    about:
      'Emails of one person, also phones and addresses, counted separately; more are refused with 400, those of a lead are left out.',
  },
  importRows: { value: 10_000, unit: 'records', about: 'Rows of one table; a longer one is refused with 400.' },
  importColumns: { value: 200, unit: 'records', about: 'Columns of one table; more are refused with 400.' },
  importCellCharacters: {
    value: 65_536,
    unit: 'characters',
    about: 'One cell of a table; its row is not imported and named, the others are.',
  },
  importCpuMs: {
    value: 20_000,
    unit: 'ms',
    about: 'CPU time to split one table, in a thread with 128 MB of memory; then it is refused with 400.',
  },
  importsUnderWay: {
    value: 5,
    unit: 'records',
    about: 'Imports of one account that are not done; one more is refused with 409.',
  },
  importProblems: { value: 100, unit: 'records', about: 'Problems of one import that are stored and shown.' },
  personCollaborators: { value: 50, unit: 'records', about: 'Collaborators of one person; more are refused with 400.' },
  customValueBytes: {
    value: 262_144,
    unit: 'bytes',
    about:
      'Values of all custom fields of one record together, as JSON; more are refused with 400, those of a lead are left out.',
  },
} as const satisfies Record<string, Limit>;

/** Limits of templates, plans, campaigns, pipelines and deals (marketing, deals). */
const MARKETING_AND_DEALS = {
  actionPlanSteps: { value: 100, unit: 'records', about: 'Steps of one action plan; more are refused with 400.' },
  actionPlanTextBytes: {
    value: 262_144,
    unit: 'bytes',
    about: 'Steps of one action plan as JSON; more is refused with 400.',
  },
  automations: {
    value: 200,
    unit: 'records',
    about: 'Automations of one account, without deleted ones; one more is refused with 409.',
  },
  automationSteps: {
    value: 100,
    unit: 'records',
    about: 'Steps of one automation, with those of its branches; more are refused with 400.',
  },
  automationBranchLevels: {
    value: 5,
    unit: 'levels',
    about: 'Nesting of the branches of one automation; a deeper branch is refused with 400.',
  },
  automationTextBytes: {
    value: 262_144,
    unit: 'bytes',
    about: 'Steps of one automation as JSON; more is refused with 400.',
  },
  automationConditionCharacters: {
    value: 4_096,
    unit: 'characters',
    about: 'Conditions of an automation or branch as JSON; more are refused with 400.',
  },
  automationChainLinks: {
    value: 5,
    unit: 'levels',
    about: 'Automations in a row, each started by a change of the one before; the next one does not start.',
  },
  automationRunsPerDay: {
    value: 20,
    unit: 'records',
    about: 'Runs that triggers start for one person and UTC day; further ones do not start.',
  },
  automationLogEntries: {
    value: 200,
    unit: 'records',
    about: 'Entries in the log of a run; the oldest ones are dropped.',
  },
  templateBodyCharacters: {
    value: 524_288,
    unit: 'characters',
    about: 'Body of a template or campaign; a longer one is refused with 400.',
  },
  textMessageTemplates: {
    value: 2_000,
    unit: 'records',
    about: 'Templates of text messages of one account; one more is refused with 409.',
  },
  mergedRecipients: {
    value: 100,
    unit: 'records',
    about: 'Recipients of one merge of a text message template; more are refused with 400.',
  },
  leadAddresses: {
    value: 200,
    unit: 'records',
    about: 'Addresses for leads by mail of one account; one more is refused with 409.',
  },
  adfBytes: {
    value: 262_144,
    unit: 'bytes',
    about: 'ADF/XML of one lead by mail; a larger one is refused with 554.',
  },
  inboundMailBytes: {
    value: 1_048_576,
    unit: 'bytes',
    about: 'Size of a mail that arrives by SMTP; a larger one is refused with 552.',
  },
  inboundConnections: {
    value: 50,
    unit: 'connections',
    about: 'Connections of mail servers to one process at a time; further ones are refused with 421.',
  },
  inboundRecipients: {
    value: 10,
    unit: 'records',
    about: 'Recipients of one mail that arrives; further ones are refused with 452.',
  },
  inboundMailsPerMail: {
    value: 50,
    unit: 'records',
    about: 'Mails that are recorded at the addresses of one sent mail; further ones are refused with 452.',
  },
  emEventsPerCall: { value: 1_000, unit: 'records', about: 'Email events of one call; more are refused with 400.' },
  emEventBatchBytes: {
    value: 4_194_304,
    unit: 'bytes',
    about: 'Email events that are stored as one batch; the rest goes into further batches.',
  },
  pipelines: { value: 100, unit: 'records', about: 'Pipelines of one account; one more is refused with 409.' },
  pipelineStages: { value: 100, unit: 'records', about: 'Stages of one pipeline; more are refused with 400.' },
  pipelineTextBytes: {
    value: 262_144,
    unit: 'bytes',
    about: 'Description and stages of one pipeline as JSON; more is refused with 400.',
  },
  dealPeople: { value: 100, unit: 'records', about: 'People of one deal; more are refused with 400.' },
  dealUsers: { value: 100, unit: 'records', about: 'Users of one deal; more are refused with 400.' },
  customFieldChoices: {
    value: 200,
    unit: 'records',
    about: 'Choices of one custom field, and renamed choices that it remembers; more are refused with 400.',
  },
} as const satisfies Record<string, Limit>;

/** Limits of webhooks, the stream, deliveries and inbox apps (notifier). */
const WEBHOOKS = {
  streamsPerAccount: {
    value: 20,
    unit: 'connections',
    about: 'Open streams (GET /v1/stream) of one account at all gateways; one more is refused with 429.',
  },
  streams: {
    value: 2_000,
    unit: 'connections',
    about: 'Open streams of all accounts at one gateway; one more is refused with 503.',
  },
  streamBacklogBytes: {
    value: 1_048_576,
    unit: 'bytes',
    about:
      'Events of one account that are stored for streams to continue, and as many that one gateway holds for clients that read slowly; a client that needs more gets the event reset.',
  },
  webhooksPerAccount: {
    value: 200,
    unit: 'records',
    about: 'Webhooks of one account, all systems together; one more is refused with 409.',
    env: 'LIMIT_WEBHOOKS_PER_ACCOUNT',
  },
  deliveryAttempts: {
    value: 512,
    unit: 'requests',
    about: 'Delivery attempts at a time in one process, shared fairly by account and destination.',
    env: 'LIMIT_DELIVERY_ATTEMPTS',
  },
  destinationAttemptsMin: {
    value: 1,
    unit: 'requests',
    about:
      'Fewest attempts at a time to one destination (origin of one account), to which failures shrink its concurrency.',
    env: 'LIMIT_DESTINATION_ATTEMPTS_MIN',
  },
  destinationAttemptsMax: {
    value: 64,
    unit: 'requests',
    about: 'Most attempts at a time to one destination, to which answers grow its concurrency.',
    env: 'LIMIT_DESTINATION_ATTEMPTS_MAX',
  },
  deadDestinationProbes: {
    value: 20,
    unit: 'requests',
    about:
      'Attempts per second of one process to all dead destinations of one account (5 attempts in a row without a response); others stay stored.',
    env: 'LIMIT_DEAD_DESTINATION_PROBES',
  },
} as const satisfies Record<string, Limit>;

/** Mails per account and day, and per mailbox and hour (notifier, marketing). */
const MAILS = {
  newAccountDays: {
    value: 30,
    unit: 'days',
    about: 'Age up to which an account has the smaller quotas of mails.',
  },
  newAccountPlanMails: {
    value: 200,
    unit: 'records',
    about: 'Mails of action plans per day of an account in its first 30 days; more wait until the next day.',
  },
  planMails: {
    value: 2_000,
    unit: 'records',
    about:
      'Mails of action plans per account and day; more wait until the next day. Operators change it with `porchlight account limits`.',
  },
  newAccountNotificationMails: {
    value: 500,
    unit: 'records',
    about: 'Notification mails per day of an account in its first 30 days; more wait until the next day.',
  },
  notificationMails: {
    value: 5_000,
    unit: 'records',
    about:
      'Notification mails per account and day; more wait until the next day. Operators change it with `porchlight account limits`.',
  },
  notificationMailsPerMailbox: {
    value: 10,
    unit: 'records',
    about: 'Notification mails per hour to one mailbox; further ones are collected in one digest an hour.',
  },
} as const satisfies Record<string, Limit>;

/** Every limit of the system by name. Generates docs/limits.md. */
export const LIMITS = {
  ...REQUESTS,
  ...STORAGE,
  ...BUS,
  ...ACCOUNTS,
  ...PEOPLE,
  ...MARKETING_AND_DEALS,
  ...WEBHOOKS,
  ...MAILS,
} as const;
