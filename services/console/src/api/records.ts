/** Records of the public API, as far as the pages read them (/v1/openapi.json describes them whole). */

export interface Contact {
  readonly value: string;
  readonly type: string | null;
  readonly isPrimary: 0 | 1;
}

export interface Address {
  readonly type: string | null;
  readonly street: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly code: string | null;
  readonly country: string | null;
}

export interface Person {
  readonly id: number;
  readonly created: string;
  readonly name: string;
  readonly stage: string | null;
  readonly source: string | null;
  readonly price: number | null;
  readonly assignedTo: string | null;
  readonly assignedLenderName: string | null;
  readonly tags: readonly string[] | null;
  readonly emails: readonly Contact[] | null;
  readonly phones: readonly Contact[] | null;
  readonly addresses: readonly Address[] | null;
  readonly background: string | null;
  readonly lastActivity: string | null;
}

/** A row of a table, counted from 1 without the header, and what is wrong with it. */
export interface ImportProblem {
  readonly row: number;
  readonly message: string;
}

/** What an import of people would do. */
export interface ImportPreview {
  readonly rows: number;
  /** A field of null: the column is left out. */
  readonly columns: readonly { readonly header: string; readonly field: string | null }[];
  readonly samples: readonly ImportedPerson[];
  readonly problems: readonly ImportProblem[];
}

export interface ImportedPerson {
  readonly name?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly emails?: readonly { readonly value: string }[];
  readonly phones?: readonly { readonly value: string }[];
}

export interface PeopleImport {
  readonly id: number;
  readonly status: 'Running' | 'Completed' | 'Failed';
  readonly rows: number;
  readonly done: number;
  readonly created: number;
  readonly updated: number;
  readonly failed: number;
  readonly problems: readonly ImportProblem[];
}

export interface User {
  readonly id: number;
  readonly created: string;
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phone: string | null;
  readonly timezone: string | null;
  readonly email: string;
  readonly role: string;
  readonly status: string;
  readonly isOwner: boolean;
  /** Lead distribution skips the user. */
  readonly pauseLeadDistribution?: boolean;
  /** Only in the response to an invitation. */
  readonly invitationUrl?: string;
}

export interface ApiKey {
  readonly id: number;
  readonly label: string;
  readonly prefix: string;
  /** Empty: the full rights of the user. */
  readonly scopes: readonly string[];
  /** Null: the key does not expire. */
  readonly expiresAt: string | null;
  readonly created: string;
  readonly lastUsed: string | null;
}

export interface System {
  readonly id: number;
  readonly name: string;
  readonly created: string | null;
  readonly signatureHeaders: readonly string[];
}

/** A name that senders use without a registered pair. */
export interface UnregisteredSystem {
  readonly name: string;
  /** Requests of the last 30 days. */
  readonly count: number;
  readonly lastSeen: string | null;
}

/** A field that was ignored or changed in requests of a system. */
export interface IgnoredField {
  readonly field: string;
  readonly operation: string;
  /** Requests of the last 30 days. */
  readonly count: number;
  readonly lastSeen: string | null;
}

/** The account and its settings. */
export interface Account {
  readonly name: string;
  readonly handling: 'strict' | 'lenient';
  readonly unregisteredSystems: 'refuse' | 'ignore';
}

/** A team or a pond, as far as a list of names needs it. */
export interface Named {
  readonly id: number;
  readonly name: string;
}

export interface OauthApp {
  readonly id: number;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly clientId: string;
  readonly status: 'Active' | 'Disabled';
  /** In the answer to the create alone. */
  readonly clientSecret?: string;
}

export interface Webhook {
  readonly id: number;
  readonly status: 'Active' | 'Disabled';
  readonly event: string;
  readonly url: string;
  /** Whose it is; only where it is asked for. */
  readonly system?: string;
  /** In the answer to the create alone. */
  readonly secret?: string;
}

export interface Delivery {
  readonly id: number | string;
  readonly eventId: string;
  readonly event: string;
  readonly status: 'Pending' | 'Delivered' | 'GivenUp';
  readonly created: string;
  readonly nextAttempt: string | null;
  readonly attempts: readonly {
    readonly at: string;
    readonly status: number | null;
    readonly ms: number;
    readonly error: string | null;
  }[];
}

export interface PublishedInboxApp {
  readonly id: number;
  readonly name: string;
  readonly redirectUrl: string;
  readonly canReply: boolean;
  /** In the answer to the create alone. */
  readonly secret?: string;
}

export interface Notification {
  readonly id: number;
  readonly created: string;
  readonly type: string;
  readonly personId: number | null;
  readonly message: string;
  readonly read: boolean;
}

export interface Stage {
  readonly id: number;
  readonly name: string;
  readonly isProtected: boolean;
  readonly peopleCount: number;
}

export interface CustomField {
  readonly id: number;
  readonly label: string;
  readonly name: string;
  readonly type: string;
  readonly choices: readonly string[] | null;
}

export interface LeadFlow {
  readonly id: number;
  readonly name: string | null;
  readonly sources: readonly string[] | null;
  readonly types: readonly string[] | null;
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  readonly postalCodes: readonly string[] | null;
  readonly assignUserId: number | null;
  readonly assignGroupId: number | null;
  readonly assignPondId: number | null;
  readonly ignore: boolean;
}

/** An installation of a published app: for one user, or for the whole account (userId 0). */
export interface InstalledInboxApp {
  readonly id: number;
  readonly publishedInboxAppId: number;
  readonly status: string;
  readonly userId: number;
}

export interface Participant {
  readonly name: string;
}

export interface ConversationMessage {
  readonly id: string;
  readonly created: string;
  /** `note` is seen by users alone. */
  readonly type: string;
  readonly message: string;
  readonly isIncoming: boolean;
  readonly sender: Participant | null;
  readonly userId: number | null;
}

export interface Conversation {
  readonly id: number;
  readonly personId: number | null;
  readonly archived: boolean;
  readonly unread: boolean;
  readonly lastMessage: string | null;
  readonly lastMessageAt: string | null;
  readonly participants: readonly Participant[] | null;
  /** In the answer to the get alone. */
  readonly messages?: readonly ConversationMessage[];
}
