// Made by generate.mjs from docs/openapi.json. Do not edit: npm run generate -w @porchlight/sdk
export interface paths {
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the account of the caller with its owner and settings.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["auth.account.get"];
        /**
         * Update the name and settings of the account. With handling "lenient", unknown fields and query parameters are ignored and listed in X-Ignored. With unregisteredSystems "ignore", requests with an unknown system name and key are accepted without a system. Changes apply within two seconds.
         * @description Roles: Owner.
         */
        put: operations["auth.account.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/roundRobin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups that assign leads to their users in turn.
         * @description Roles: Owner, Broker.
         */
        get: operations["auth.groups.listRoundRobin"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend an invitation with a new link; earlier links of the user stop working. 409 unless the user is Invited. Beyond the limits of mails no mail is sent, and the link is in the response only.
         * @description Roles: Owner, Broker.
         */
        post: operations["auth.users.invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/apiKeys": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * List a user's API keys, newest first, without the keys themselves.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["auth.apiKeys.list"];
        put?: never;
        /**
         * Create an API key for the caller, or, as the owner, for any user. The response is the only place that contains the key. Without scopes, the key has the full rights of its user; without expiresAt, it does not expire.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        post: operations["auth.apiKeys.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}/apiKeys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                keyId: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key. It stops working within a second.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        delete: operations["auth.apiKeys.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/systems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the systems that the account registered.
         * @description Roles: Owner.
         */
        get: operations["auth.systems.list"];
        put?: never;
        /**
         * Register a sending system. Without a key, one is generated; with a key, the system continues to use it. The response is the only place that contains the key. signatureHeaders are additional names of headers that carry the signature of webhooks next to X-System-Signature.
         * @description Roles: Owner.
         */
        post: operations["auth.systems.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/systems/rotateKey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the key of a system. The previous key works for 24 more hours.
         * @description Roles: Owner.
         */
        post: operations["auth.systems.rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/systems/unregistered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List system names that senders use although they are not registered, with the requests of the last 30 days.
         * @description Roles: Owner, Broker.
         */
        get: operations["auth.systems.unregistered"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/systems/{system}/ignored": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                system: string;
            };
            cookie?: never;
        };
        /**
         * List the fields that were ignored or changed in requests of a system during the last 30 days. The system is the id of a system of this account, the name of a registered system, or none for requests without a system.
         * @description Roles: Owner, Broker.
         */
        get: operations["auth.systems.ignored"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/systems/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Update the additional signature headers of the webhooks of a system.
         * @description Roles: Owner.
         */
        put: operations["auth.systems.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a template. Merge tokens are replaced for a person and the caller.
         * @description Roles: Owner, Broker, Agent.
         */
        post: operations["marketing.templates.merge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emEvents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List em events.
         * @description Roles: Owner, Broker, Agent.
         */
        get: operations["marketing.emEvents.list"];
        put?: never;
        /**
         * Send up to 1,000 email events. Either all are stored or none.
         * @description Roles: Owner, Broker, Agent.
         */
        post: operations["marketing.emEvents.record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inboxApps/{id}/message": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Update the text of a message of the app.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        put: operations["notifier.inboxApps.editMessage"];
        /**
         * Add a message to a conversation. The first message creates the conversation; a repeated message returns 200.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        post: operations["notifier.inboxApps.addMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inboxApps/{id}/note": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a note to a conversation. Users see it; it is not sent.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        post: operations["notifier.inboxApps.addNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inboxApps/{id}/conversations/{externalId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                externalId: string;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Archive, reopen or assign a conversation.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        put: operations["notifier.inboxApps.changeConversation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inboxApps/{id}/conversations/{externalId}/participants": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                externalId: string;
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Replace the participants of a conversation.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        put: operations["notifier.inboxApps.setParticipants"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the conversations of the caller's inbox and the team's.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["notifier.conversations.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a conversation with its newest messages, oldest first.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["notifier.conversations.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversations/{id}/reply": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reply to a conversation. The inbox app delivers the message.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        post: operations["notifier.conversations.reply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversations/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a conversation as read and notify the inbox app.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        post: operations["notifier.conversations.read"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversations/{id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a conversation and notify the inbox app.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        post: operations["notifier.conversations.archive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * List a webhook's deliveries of the last 30 days with their attempts, newest first.
         * @description Roles: Owner.
         */
        get: operations["notifier.webhooks.deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay events: one event, failed ones, or all of a range, oldest first. At most 10,000.
         * @description Roles: Owner.
         */
        post: operations["notifier.webhooks.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test notification and return the response of the receiver.
         * @description Roles: Owner.
         */
        post: operations["notifier.webhooks.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/rotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the signing secret. The response is the only place that contains it; the previous secret signs too for 24 hours.
         * @description Roles: Owner.
         */
        post: operations["notifier.webhooks.rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inboxApps/install": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Install a published inbox app for a user or the whole account. Its subscription URL is tested first.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        post: operations["notifier.inboxApps.install"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inboxApps/published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the inbox apps that can be installed, newest first.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["notifier.inboxApps.published"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inboxApps/installedApps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * List the installations of a published inbox app: all for the owner, their own for other users.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["notifier.inboxApps.installed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inboxApps/installedApps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the installations of all inbox apps: all for the owner, their own for other users.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["notifier.inboxApps.allInstalled"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inboxApps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Uninstall an inbox app. Its conversations stay.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        delete: operations["notifier.inboxApps.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/publishedInboxApps/{id}/rotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the signing secret of the callbacks of all installations. The response is the only place that contains it; the previous secret signs too for 24 hours.
         * @description Roles: Owner.
         */
        post: operations["notifier.publishedInboxApps.rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhookEvents/{eventId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                eventId: string;
            };
            cookie?: never;
        };
        /**
         * Retrieve the payload of a notification, up to 30 days after its event.
         * @description Roles: Owner.
         */
        get: operations["notifier.webhookEvents.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.events.list"];
        put?: never;
        /**
         * Send a lead. Creates or updates the person, records the event, routes it and fires webhooks.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        post: operations["people.events.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/checkDuplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether a person with this email or phone exists.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.people.checkDuplicate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/possibleDuplicates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List possible duplicates.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.people.listPossibleDuplicates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/unclaimed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the unclaimed leads that are offered to the caller.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.people.listUnclaimed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim a lead that is offered to several users. The first one gets it.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        post: operations["people.people.claim"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/claim/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Claim a lead that is offered to several users, by the id in the path.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        post: operations["people.people.claimById"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/ignoreUnclaimed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ignore an unclaimed lead. It is no longer offered to the caller.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        post: operations["people.people.ignoreUnclaimed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or update up to 100 people. Each has its own result.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        post: operations["people.people.saveBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge another person into this one. The other person is deleted.
         * @description Roles: Owner, Broker.
         */
        post: operations["people.people.merge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase a person. All services delete everything that they store about the person.
         * @description Roles: Owner, Broker.
         */
        post: operations["people.people.erase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import people from CSV, up to 10,000 rows. With preview=true nothing is stored.
         * @description Roles: Owner, Broker.
         */
        post: operations["people.people.import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve the progress of an import of people.
         * @description Roles: Owner, Broker.
         */
        get: operations["people.people.getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List groups.
         * @description Roles: Owner, Broker.
         */
        get: operations["auth.groups.list"];
        put?: never;
        /**
         * Create a group.
         * @description Roles: Owner, Broker.
         */
        post: operations["auth.groups.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/groups/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a group.
         * @description Roles: Owner, Broker.
         */
        get: operations["auth.groups.get"];
        /**
         * Update a group. Fields that are not in the body keep their values.
         * @description Roles: Owner, Broker.
         */
        put: operations["auth.groups.update"];
        post?: never;
        /**
         * Delete a group.
         * @description Roles: Owner, Broker.
         */
        delete: operations["auth.groups.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauthApps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List oauth apps.
         * @description Roles: Owner.
         */
        get: operations["auth.oauthApps.list"];
        put?: never;
        /**
         * Create an oauth app.
         * @description Roles: Owner.
         */
        post: operations["auth.oauthApps.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauthApps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve an oauth app.
         * @description Roles: Owner.
         */
        get: operations["auth.oauthApps.get"];
        /**
         * Update an oauth app. Fields that are not in the body keep their values.
         * @description Roles: Owner.
         */
        put: operations["auth.oauthApps.update"];
        post?: never;
        /**
         * Delete an oauth app.
         * @description Roles: Owner.
         */
        delete: operations["auth.oauthApps.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List teams.
         * @description Roles: Owner, Broker.
         */
        get: operations["auth.teams.list"];
        put?: never;
        /**
         * Create a team.
         * @description Roles: Owner, Broker.
         */
        post: operations["auth.teams.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a team.
         * @description Roles: Owner, Broker.
         */
        get: operations["auth.teams.get"];
        /**
         * Update a team. Fields that are not in the body keep their values.
         * @description Roles: Owner, Broker.
         */
        put: operations["auth.teams.update"];
        post?: never;
        /**
         * Delete a team.
         * @description Roles: Owner, Broker.
         */
        delete: operations["auth.teams.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["auth.users.list"];
        put?: never;
        /**
         * Create a user.
         * @description Roles: Owner, Broker.
         */
        post: operations["auth.users.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a user.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["auth.users.get"];
        /**
         * Update a user. Fields that are not in the body keep their values.
         * @description Roles: Owner, Broker.
         */
        put: operations["auth.users.update"];
        post?: never;
        /**
         * Delete a user.
         * @description Roles: Owner.
         */
        delete: operations["auth.users.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dealCustomFields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deal custom fields.
         * @description Roles: Owner, Broker, Agent.
         */
        get: operations["deals.dealCustomFields.list"];
        put?: never;
        /**
         * Create a deal custom field.
         * @description Roles: Owner, Broker.
         */
        post: operations["deals.dealCustomFields.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dealCustomFields/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a deal custom field.
         * @description Roles: Owner, Broker, Agent.
         */
        get: operations["deals.dealCustomFields.get"];
        /**
         * Update a deal custom field. Fields that are not in the body keep their values.
         * @description Roles: Owner, Broker.
         */
        put: operations["deals.dealCustomFields.update"];
        post?: never;
        /**
         * Delete a deal custom field.
         * @description Roles: Owner, Broker.
         */
        delete: operations["deals.dealCustomFields.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deals.
         * @description Roles: Owner, Broker, Agent.
         */
        get: operations["deals.deals.list"];
        put?: never;
        /**
         * Create a deal.
         * @description Roles: Owner, Broker, Agent.
         */
        post: operations["deals.deals.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a deal.
         * @description Roles: Owner, Broker, Agent.
         */
        get: operations["deals.deals.get"];
        /**
         * Update a deal. Fields that are not in the body keep their values.
         * @description Roles: Owner, Broker, Agent.
         */
        put: operations["deals.deals.update"];
        post?: never;
        /**
         * Delete a deal.
         * @description Roles: Owner, Broker, Agent.
         */
        delete: operations["deals.deals.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipelines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pipelines.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["deals.pipelines.list"];
        put?: never;
        /**
         * Create a pipeline.
         * @description Roles: Owner.
         */
        post: operations["deals.pipelines.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/pipelines/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a pipeline.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["deals.pipelines.get"];
        /**
         * Update a pipeline. Fields that are not in the body keep their values.
         * @description Roles: Owner.
         */
        put: operations["deals.pipelines.update"];
        post?: never;
        /**
         * Delete a pipeline.
         * @description Roles: Owner.
         */
        delete: operations["deals.pipelines.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/actionPlans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List action plans.
         * @description Roles: Owner, Broker, Agent.
         */
        get: operations["marketing.actionPlans.list"];
        put?: never;
        /**
         * Create an action plan.
         * @description Roles: Owner, Broker.
         */
        post: operations["marketing.actionPlans.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/actionPlans/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve an action plan.
         * @description Roles: Owner, Broker, Agent.
         */
        get: operations["marketing.actionPlans.get"];
        /**
         * Update an action plan. Fields that are not in the body keep their values.
         * @description Roles: Owner, Broker.
         */
        put: operations["marketing.actionPlans.update"];
        post?: never;
        /**
         * Delete an action plan.
         * @description Roles: Owner, Broker.
         */
        delete: operations["marketing.actionPlans.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/actionPlansPeople": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List applied plans.
         * @description Roles: Owner, Broker, Agent.
         */
        get: operations["marketing.actionPlansPeople.list"];
        put?: never;
        /**
         * Create an applied plan.
         * @description Roles: Owner, Broker, Agent.
         */
        post: operations["marketing.actionPlansPeople.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/actionPlansPeople/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve an applied plan.
         * @description Roles: Owner, Broker, Agent.
         */
        get: operations["marketing.actionPlansPeople.get"];
        /**
         * Update an applied plan. Fields that are not in the body keep their values.
         * @description Roles: Owner, Broker, Agent.
         */
        put: operations["marketing.actionPlansPeople.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emCampaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List em campaigns.
         * @description Roles: Owner, Broker, Agent.
         */
        get: operations["marketing.emCampaigns.list"];
        put?: never;
        /**
         * Create an em campaign.
         * @description Roles: Owner, Broker, Agent.
         */
        post: operations["marketing.emCampaigns.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/emCampaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve an em campaign.
         * @description Roles: Owner, Broker, Agent.
         */
        get: operations["marketing.emCampaigns.get"];
        /**
         * Update an em campaign. Fields that are not in the body keep their values.
         * @description Roles: Owner, Broker, Agent.
         */
        put: operations["marketing.emCampaigns.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["marketing.templates.list"];
        put?: never;
        /**
         * Create a template.
         * @description Roles: Owner, Broker, Agent.
         */
        post: operations["marketing.templates.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a template.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["marketing.templates.get"];
        /**
         * Update a template. Fields that are not in the body keep their values.
         * @description Roles: Owner, Broker, Agent.
         */
        put: operations["marketing.templates.update"];
        post?: never;
        /**
         * Delete a template.
         * @description Roles: Owner, Broker, Agent.
         */
        delete: operations["marketing.templates.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auditLog/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve an audit record.
         * @description Roles: Owner, Broker.
         */
        get: operations["notifier.auditLog.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/auditLog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit records.
         * @description Roles: Owner, Broker.
         */
        get: operations["notifier.auditLog.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a notification.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["notifier.notifications.get"];
        /**
         * Update a notification. Fields that are not in the body keep their values.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        put: operations["notifier.notifications.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notifications.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["notifier.notifications.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/publishedInboxApps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List published inbox apps.
         * @description Roles: Owner.
         */
        get: operations["notifier.publishedInboxApps.list"];
        put?: never;
        /**
         * Create a published inbox app.
         * @description Roles: Owner.
         */
        post: operations["notifier.publishedInboxApps.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/publishedInboxApps/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a published inbox app.
         * @description Roles: Owner.
         */
        get: operations["notifier.publishedInboxApps.get"];
        /**
         * Update a published inbox app. Fields that are not in the body keep their values.
         * @description Roles: Owner.
         */
        put: operations["notifier.publishedInboxApps.update"];
        post?: never;
        /**
         * Delete a published inbox app.
         * @description Roles: Owner.
         */
        delete: operations["notifier.publishedInboxApps.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks.
         * @description Roles: Owner.
         */
        get: operations["notifier.webhooks.list"];
        put?: never;
        /**
         * Create a webhook.
         * @description Roles: Owner.
         */
        post: operations["notifier.webhooks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a webhook.
         * @description Roles: Owner.
         */
        get: operations["notifier.webhooks.get"];
        /**
         * Update a webhook. Fields that are not in the body keep their values.
         * @description Roles: Owner.
         */
        put: operations["notifier.webhooks.update"];
        post?: never;
        /**
         * Delete a webhook.
         * @description Roles: Owner.
         */
        delete: operations["notifier.webhooks.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List phone calls.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.calls.list"];
        put?: never;
        /**
         * Create a phone call.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        post: operations["people.calls.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a phone call.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.calls.get"];
        /**
         * Update a phone call. Fields that are not in the body keep their values.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        put: operations["people.calls.update"];
        post?: never;
        /**
         * Delete a phone call.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        delete: operations["people.calls.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customFields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List custom fields.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.customFields.list"];
        put?: never;
        /**
         * Create a custom field.
         * @description Roles: Owner, Broker.
         */
        post: operations["people.customFields.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customFields/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a custom field.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.customFields.get"];
        /**
         * Update a custom field. Fields that are not in the body keep their values.
         * @description Roles: Owner, Broker.
         */
        put: operations["people.customFields.update"];
        post?: never;
        /**
         * Delete a custom field.
         * @description Roles: Owner, Broker.
         */
        delete: operations["people.customFields.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve an event.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.events.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/leadFlows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List lead flows.
         * @description Roles: Owner, Broker.
         */
        get: operations["people.leadFlows.list"];
        put?: never;
        /**
         * Create a lead flow.
         * @description Roles: Owner, Broker.
         */
        post: operations["people.leadFlows.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/leadFlows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a lead flow.
         * @description Roles: Owner, Broker.
         */
        get: operations["people.leadFlows.get"];
        /**
         * Update a lead flow. Fields that are not in the body keep their values.
         * @description Roles: Owner, Broker.
         */
        put: operations["people.leadFlows.update"];
        post?: never;
        /**
         * Delete a lead flow.
         * @description Roles: Owner, Broker.
         */
        delete: operations["people.leadFlows.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notes.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.notes.list"];
        put?: never;
        /**
         * Create a note.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        post: operations["people.notes.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a note.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.notes.get"];
        /**
         * Update a note. Fields that are not in the body keep their values.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        put: operations["people.notes.update"];
        post?: never;
        /**
         * Delete a note.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        delete: operations["people.notes.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List people.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.people.list"];
        put?: never;
        /**
         * Create a person.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        post: operations["people.people.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/people/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a person.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.people.get"];
        /**
         * Update a person. Fields that are not in the body keep their values.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        put: operations["people.people.update"];
        post?: never;
        /**
         * Delete a person.
         * @description Roles: Owner, Broker, Agent.
         */
        delete: operations["people.people.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ponds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ponds.
         * @description Roles: Owner, Broker.
         */
        get: operations["people.ponds.list"];
        put?: never;
        /**
         * Create a pond.
         * @description Roles: Owner, Broker.
         */
        post: operations["people.ponds.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ponds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a pond.
         * @description Roles: Owner, Broker.
         */
        get: operations["people.ponds.get"];
        /**
         * Update a pond. Fields that are not in the body keep their values.
         * @description Roles: Owner, Broker.
         */
        put: operations["people.ponds.update"];
        post?: never;
        /**
         * Delete a pond.
         * @description Roles: Owner, Broker.
         */
        delete: operations["people.ponds.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smartLists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List smart lists.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.smartLists.list"];
        put?: never;
        /**
         * Create a smart list.
         * @description Roles: Owner, Broker.
         */
        post: operations["people.smartLists.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/smartLists/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a smart list.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.smartLists.get"];
        /**
         * Update a smart list. Fields that are not in the body keep their values.
         * @description Roles: Owner, Broker.
         */
        put: operations["people.smartLists.update"];
        post?: never;
        /**
         * Delete a smart list.
         * @description Roles: Owner, Broker.
         */
        delete: operations["people.smartLists.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List stages.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.stages.list"];
        put?: never;
        /**
         * Create a stage.
         * @description Roles: Owner, Broker.
         */
        post: operations["people.stages.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a stage.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.stages.get"];
        /**
         * Update a stage. Fields that are not in the body keep their values.
         * @description Roles: Owner, Broker.
         */
        put: operations["people.stages.update"];
        post?: never;
        /**
         * Delete a stage.
         * @description Roles: Owner, Broker.
         */
        delete: operations["people.stages.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tasks.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.tasks.list"];
        put?: never;
        /**
         * Create a task.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        post: operations["people.tasks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tasks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a task.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.tasks.get"];
        /**
         * Update a task. Fields that are not in the body keep their values.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        put: operations["people.tasks.update"];
        post?: never;
        /**
         * Delete a task.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        delete: operations["people.tasks.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/textMessages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List text messages.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.textMessages.list"];
        put?: never;
        /**
         * Create a text message.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        post: operations["people.textMessages.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/textMessages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a text message.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.textMessages.get"];
        /**
         * Update a text message. Fields that are not in the body keep their values.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        put: operations["people.textMessages.update"];
        post?: never;
        /**
         * Delete a text message.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        delete: operations["people.textMessages.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timeframes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /**
         * Retrieve a timeframe.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.timeframes.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timeframes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List timeframes.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["people.timeframes.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the user of the credentials.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["auth.users.me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the account and user of the credentials.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["auth.users.identity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rateLimit/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists how many requests the account may send.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["gateway.rateLimit.limits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/rateLimit/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists how many requests were sent in the present window.
         * @description Roles: Owner, Broker, Agent, Lender.
         */
        get: operations["gateway.rateLimit.usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send up to 50 requests in one.
         * @description Roles: Owner, Broker, Agent, Lender. The credentials and the system of the batch hold for all; each request is judged by its own role check and counts by its own under the limits. They are carried out side by side: no order is promised, and the answers come in the order of the requests. An Idempotency-Key of the batch stands for every POST in it that has none.
         */
        post: operations["gateway.batch.send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve this document.
         * @description No authentication.
         */
        get: operations["gateway.openapi.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            /** @description A sentence that tells the user what to do. */
            errorMessage: string;
            /** @description A code for programs. It never changes. */
            errorCode: string;
            requestId: string;
            /** @description Location of the survivor of a merge. */
            mergedInto?: number;
        };
        BatchAnswer: {
            responses: {
                status: number;
                headers: {
                    [key: string]: string;
                };
                /** @description The response of the single request; null without a body. */
                body: unknown;
            }[];
        };
        OauthError: {
            error: string;
            error_description?: string;
        };
        OauthTokens: {
            access_token: string;
            /** @enum {string} */
            token_type: "Bearer";
            expires_in: number;
            refresh_token: string;
        };
        Group: {
            /** Format: int32 */
            id: number;
            name?: string | null;
            users?: {
                /** Format: int32 */
                id?: number;
                name?: string | null;
                firstName?: string | null;
                lastName?: string | null;
                role?: string | null;
                pauseLeadDistribution?: boolean | null;
            }[];
            type?: string | null;
            distribution?: string | null;
            /** Format: int32 */
            claimWindow?: number | null;
            /** Format: int32 */
            defaultUserId?: number | null;
            /** Format: int32 */
            defaultGroupId?: number | null;
            /** Format: int32 */
            defaultPondId?: number | null;
            isPrimary?: boolean;
            nextRoundRobinUser?: {
                /** Format: int32 */
                id?: number;
                name?: string | null;
                firstName?: string | null;
                lastName?: string | null;
                role?: string | null;
                pauseLeadDistribution?: boolean | null;
            } | null;
        };
        NewGroup: {
            name: string;
            users?: (number | {
                id?: number;
            })[] | null;
            /** @enum {string} */
            type?: "Agent" | "Lender";
            /** @enum {string} */
            distribution?: "round-robin" | "first-to-claim";
            /** Format: int32 */
            claimWindow?: number | null;
            /** Format: int32 */
            defaultUserId?: number | null;
            /** Format: int32 */
            defaultGroupId?: number | null;
            /** Format: int32 */
            defaultPondId?: number | null;
            isPrimary?: boolean | (0 | 1);
        };
        GroupChange: {
            name?: string;
            users?: (number | {
                id?: number;
            })[] | null;
            /** @enum {string} */
            type?: "Agent" | "Lender";
            /** @enum {string} */
            distribution?: "round-robin" | "first-to-claim";
            /** Format: int32 */
            claimWindow?: number | null;
            /** Format: int32 */
            defaultUserId?: number | null;
            /** Format: int32 */
            defaultGroupId?: number | null;
            /** Format: int32 */
            defaultPondId?: number | null;
            isPrimary?: boolean | (0 | 1);
        };
        GroupsPage: {
            _metadata: {
                /** @constant */
                collection: "groups";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            groups: components["schemas"]["Group"][];
        };
        OauthApp: {
            /** Format: int32 */
            id: number;
            name?: string | null;
            redirectUris?: string[];
            status?: string | null;
            clientId?: string | null;
            clientSecret?: string | null;
        };
        NewOauthApp: {
            name: string;
            redirectUris: string[];
            /** @enum {string} */
            status?: "Active" | "Disabled";
        };
        OauthAppChange: {
            name?: string;
            redirectUris?: string[];
            /** @enum {string} */
            status?: "Active" | "Disabled";
        };
        OauthAppsPage: {
            _metadata: {
                /** @constant */
                collection: "oauthApps";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            oauthApps: components["schemas"]["OauthApp"][];
        };
        Team: {
            /** Format: int32 */
            id: number;
            name?: string | null;
            userIds?: number[];
            leaderIds?: number[];
        };
        NewTeam: {
            name: string;
            userIds?: number[] | null;
            leaderIds?: number[] | null;
        };
        TeamChange: {
            name?: string;
            userIds?: number[] | null;
            leaderIds?: number[] | null;
        };
        TeamsPage: {
            _metadata: {
                /** @constant */
                collection: "teams";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            teams: components["schemas"]["Team"][];
        };
        User: {
            /** Format: int32 */
            id: number;
            /** Format: date-time */
            created?: string | null;
            /** Format: date-time */
            updated?: string | null;
            name?: string | null;
            firstName?: string | null;
            lastName?: string | null;
            email?: string | null;
            phone?: string | null;
            role?: string | null;
            status?: string | null;
            timezone?: string | null;
            beta?: boolean;
            isOwner?: boolean;
            groups?: {
                /** Format: int32 */
                id?: number;
                name?: string;
            }[];
            pauseLeadDistribution?: boolean;
            teamIds?: number[];
            teamLeaderOf?: number[];
            canExport?: boolean;
            canCreateApiKeys?: boolean;
            leadEmailAddress?: string | null;
            picture?: string | null;
            calling?: string | null;
            invitationUrl?: string | null;
        };
        NewUser: {
            firstName: string;
            lastName: string;
            email: string;
            phone?: string | null;
            /** @enum {string} */
            role: "Owner" | "Broker" | "Agent" | "Lender";
            /** @enum {string} */
            status?: "Invited" | "Active" | "Disabled";
            timezone?: string;
            pauseLeadDistribution?: boolean | (0 | 1);
        };
        UserChange: {
            firstName?: string;
            lastName?: string;
            email?: string;
            phone?: string | null;
            /** @enum {string} */
            role?: "Owner" | "Broker" | "Agent" | "Lender";
            /** @enum {string} */
            status?: "Invited" | "Active" | "Disabled";
            timezone?: string;
            pauseLeadDistribution?: boolean | (0 | 1);
        };
        UsersPage: {
            _metadata: {
                /** @constant */
                collection: "users";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            users: components["schemas"]["User"][];
        };
        DealCustomField: {
            /** Format: int32 */
            id: number;
            label?: string | null;
            name?: string | null;
            type?: string | null;
            isRecurring?: boolean;
            choices?: string[];
            /** Format: int32 */
            orderWeight?: number | null;
            hideIfEmpty?: boolean;
            readOnly?: boolean;
        };
        NewDealCustomField: {
            label: string;
            /** @enum {string} */
            type: "date" | "text" | "dropdown" | "number";
            isRecurring?: boolean | (0 | 1);
            choices?: string[] | null;
            /** Format: int32 */
            orderWeight?: number;
            hideIfEmpty?: boolean | (0 | 1);
            readOnly?: boolean | (0 | 1);
            dropdownChoiceMap?: {
                [key: string]: string;
            } | null;
        };
        DealCustomFieldChange: {
            label?: string;
            /** @enum {string} */
            type?: "date" | "text" | "dropdown" | "number";
            isRecurring?: boolean | (0 | 1);
            choices?: string[] | null;
            /** Format: int32 */
            orderWeight?: number;
            hideIfEmpty?: boolean | (0 | 1);
            readOnly?: boolean | (0 | 1);
            dropdownChoiceMap?: {
                [key: string]: string;
            } | null;
        };
        DealCustomFieldsPage: {
            _metadata: {
                /** @constant */
                collection: "dealCustomfields";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            dealCustomfields: components["schemas"]["DealCustomField"][];
        };
        Deal: {
            /** Format: int32 */
            id: number;
            /** Format: int32 */
            pipelineId?: number | null;
            /** Format: int32 */
            stageId?: number | null;
            /** Format: date-time */
            enteredStageAt?: string | null;
            name?: string | null;
            /** Format: int32 */
            type?: number | null;
            status?: string | null;
            /** Format: int32 */
            price?: number | null;
            /** Format: date-time */
            createdAt?: string | null;
            /** Format: int32 */
            orderWeight?: number | null;
            description?: string | null;
            /** Format: date */
            projectedCloseDate?: string | null;
            /** @description At most two decimals. */
            commissionValue?: number | null;
            /** @description At most two decimals. */
            agentCommission?: number | null;
            /** @description At most two decimals. */
            teamCommission?: number | null;
            /** Format: date */
            earnestMoneyDueDate?: string | null;
            /** Format: date */
            mutualAcceptanceDate?: string | null;
            /** Format: date */
            dueDiligenceDate?: string | null;
            /** Format: date */
            finalWalkThroughDate?: string | null;
            /** Format: date */
            possessionDate?: string | null;
            people?: {
                /** Format: int32 */
                id?: number;
                name?: string;
                phones?: {
                    value?: string;
                    type?: string;
                    /** @enum {integer} */
                    isPrimary?: 0 | 1;
                    normalized?: string;
                    status?: string;
                }[];
                emails?: {
                    value?: string;
                    type?: string;
                    /** @enum {integer} */
                    isPrimary?: 0 | 1;
                    status?: string;
                }[];
                avatar?: string | null;
            }[];
            users?: {
                /** Format: int32 */
                id?: number;
                name?: string;
            }[];
        } & {
            [custom: `custom${string}`]: string | number | boolean | null;
        };
        NewDeal: {
            /** Format: int32 */
            stageId: number;
            name: string;
            /** @enum {string} */
            status?: "Active" | "Archived" | "Deleted";
            /** Format: int32 */
            price?: number | null;
            /** Format: int32 */
            orderWeight?: number;
            description?: string | null;
            /** Format: date */
            projectedCloseDate?: string | null;
            /** @description At most two decimals. */
            commissionValue?: number | null;
            /** @description At most two decimals. */
            agentCommission?: number | null;
            /** @description At most two decimals. */
            teamCommission?: number | null;
            /** Format: date */
            earnestMoneyDueDate?: string | null;
            /** Format: date */
            mutualAcceptanceDate?: string | null;
            /** Format: date */
            dueDiligenceDate?: string | null;
            /** Format: date */
            finalWalkThroughDate?: string | null;
            /** Format: date */
            possessionDate?: string | null;
            peopleIds?: number[] | null;
            userIds?: number[] | null;
        } & {
            [custom: `custom${string}`]: string | number | boolean | null;
        };
        DealChange: {
            /** Format: int32 */
            stageId?: number;
            name?: string;
            /** @enum {string} */
            status?: "Active" | "Archived" | "Deleted";
            /** Format: int32 */
            price?: number | null;
            /** Format: int32 */
            orderWeight?: number;
            description?: string | null;
            /** Format: date */
            projectedCloseDate?: string | null;
            /** @description At most two decimals. */
            commissionValue?: number | null;
            /** @description At most two decimals. */
            agentCommission?: number | null;
            /** @description At most two decimals. */
            teamCommission?: number | null;
            /** Format: date */
            earnestMoneyDueDate?: string | null;
            /** Format: date */
            mutualAcceptanceDate?: string | null;
            /** Format: date */
            dueDiligenceDate?: string | null;
            /** Format: date */
            finalWalkThroughDate?: string | null;
            /** Format: date */
            possessionDate?: string | null;
            peopleIds?: number[] | null;
            userIds?: number[] | null;
        } & {
            [custom: `custom${string}`]: string | number | boolean | null;
        };
        DealsPage: {
            _metadata: {
                /** @constant */
                collection: "deals";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
                totalByStageId?: Record<string, never>;
            };
            deals: components["schemas"]["Deal"][];
        };
        Pipeline: {
            /** Format: int32 */
            id: number;
            name?: string | null;
            description?: string | null;
            /** Format: int32 */
            orderWeight?: number | null;
            stages?: {
                /** Format: int32 */
                id?: number;
                name?: string;
                description?: string | null;
                /** Format: int32 */
                orderWeight?: number;
                color?: string;
                closedStage?: boolean;
            }[];
        };
        NewPipeline: {
            name: string;
            description?: string | null;
            /** Format: int32 */
            orderWeight?: number | null;
            stages?: {
                /** Format: int32 */
                id?: number;
                name?: string;
                description?: string;
                /** Format: int32 */
                orderWeight?: number;
                color?: string;
                closedStage?: boolean | (0 | 1);
            }[] | null;
        };
        PipelineChange: {
            name?: string;
            description?: string | null;
            /** Format: int32 */
            orderWeight?: number | null;
            stages?: {
                /** Format: int32 */
                id?: number;
                name?: string;
                description?: string;
                /** Format: int32 */
                orderWeight?: number;
                color?: string;
                closedStage?: boolean | (0 | 1);
            }[] | null;
        };
        PipelinesPage: {
            _metadata: {
                /** @constant */
                collection: "pipelines";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            pipelines: components["schemas"]["Pipeline"][];
        };
        ActionPlan: {
            /** Format: int32 */
            id: number;
            /** Format: date-time */
            created?: string | null;
            /** Format: date-time */
            updated?: string | null;
            name?: string | null;
            status?: string | null;
            steps?: {
                delay?: {
                    /** Format: int32 */
                    value?: number;
                    unit?: string;
                };
                type?: string;
                task?: {
                    name?: string;
                    type?: string;
                };
                /** Format: int32 */
                templateId?: number;
                tags?: string[];
                stage?: string;
                note?: {
                    subject?: string;
                    body?: string;
                };
            }[];
        };
        NewActionPlan: {
            name: string;
            /** @enum {string} */
            status?: "Active" | "Deleted";
            steps?: {
                delay?: {
                    /** Format: int32 */
                    value: number;
                    /** @enum {string} */
                    unit: "minutes" | "hours" | "days";
                };
                /** @enum {string} */
                type: "createTask" | "sendEmail" | "addTags" | "changeStage" | "addNote";
                task?: {
                    name: string;
                    /** @enum {string} */
                    type?: "Follow Up" | "Call" | "Text" | "Email" | "Appointment" | "Showing" | "Closing" | "Open House" | "Thank You";
                };
                /** Format: int32 */
                templateId?: number;
                tags?: string[];
                stage?: string;
                note?: {
                    subject?: string;
                    body: string;
                };
            }[] | null;
        };
        ActionPlanChange: {
            name?: string;
            /** @enum {string} */
            status?: "Active" | "Deleted";
            steps?: {
                delay?: {
                    /** Format: int32 */
                    value: number;
                    /** @enum {string} */
                    unit: "minutes" | "hours" | "days";
                };
                /** @enum {string} */
                type: "createTask" | "sendEmail" | "addTags" | "changeStage" | "addNote";
                task?: {
                    name: string;
                    /** @enum {string} */
                    type?: "Follow Up" | "Call" | "Text" | "Email" | "Appointment" | "Showing" | "Closing" | "Open House" | "Thank You";
                };
                /** Format: int32 */
                templateId?: number;
                tags?: string[];
                stage?: string;
                note?: {
                    subject?: string;
                    body: string;
                };
            }[] | null;
        };
        ActionPlansPage: {
            _metadata: {
                /** @constant */
                collection: "actionPlans";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            actionPlans: components["schemas"]["ActionPlan"][];
        };
        AppliedPlan: {
            /** Format: int32 */
            id: number;
            /** Format: date-time */
            created?: string | null;
            /** Format: date-time */
            updated?: string | null;
            /** Format: int32 */
            personId?: number | null;
            /** Format: int32 */
            actionPlanId?: number | null;
            status?: string | null;
            mails?: {
                /** Format: int32 */
                templateId?: number;
                status?: string;
                /** Format: date-time */
                at?: string | null;
                reason?: string | null;
            }[];
            refusedSteps?: {
                /** Format: int32 */
                step?: number;
                type?: string;
                /** Format: date-time */
                at?: string | null;
                reason?: string;
            }[];
        };
        NewAppliedPlan: {
            /** Format: int32 */
            personId: number;
            /** Format: int32 */
            actionPlanId: number;
            /** @enum {string} */
            status?: "Running" | "Paused";
        };
        AppliedPlanChange: {
            /** @enum {string} */
            status?: "Running" | "Paused";
        };
        AppliedPlansPage: {
            _metadata: {
                /** @constant */
                collection: "actionPlansPeople";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            actionPlansPeople: components["schemas"]["AppliedPlan"][];
        };
        EmCampaign: {
            /** Format: int32 */
            id: number;
            origin?: string | null;
            originId?: string | null;
            name?: string | null;
            subject?: string | null;
            bodyHtml?: string | null;
        };
        NewEmCampaign: {
            origin: string;
            originId: string;
            name: string;
            subject?: string | null;
            bodyHtml?: string | null;
        };
        EmCampaignChange: {
            name?: string;
            subject?: string | null;
            bodyHtml?: string | null;
        };
        EmCampaignsPage: {
            _metadata: {
                /** @constant */
                collection: "emCampaigns";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            emCampaigns: components["schemas"]["EmCampaign"][];
        };
        EmEvent: {
            /** Format: int32 */
            id: number;
            /** Format: date-time */
            created?: string | null;
            /** Format: date-time */
            updated?: string | null;
            /** Format: int32 */
            count?: number | null;
            type?: string | null;
            /** Format: int32 */
            personId?: number | null;
            /** Format: int32 */
            campaignId?: number | null;
            campaignName?: string | null;
        };
        EmEventsPage: {
            _metadata: {
                /** @constant */
                collection: "emEvents";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            emEvents: components["schemas"]["EmEvent"][];
        };
        Template: {
            /** Format: int32 */
            id: number;
            /** Format: date-time */
            created?: string | null;
            /** Format: date-time */
            updated?: string | null;
            /** Format: int32 */
            createdById?: number | null;
            /** Format: int32 */
            updatedById?: number | null;
            name?: string | null;
            /** @enum {integer} */
            isMobile?: 0 | 1;
            isShared?: boolean;
            body?: string | null;
            subject?: string | null;
            isEditable?: boolean;
            isDeletable?: boolean;
            actionPlans?: {
                /** Format: int32 */
                id?: number;
                name?: string;
            }[];
            imported?: boolean;
            isShareable?: boolean;
            categories?: string[];
        };
        NewTemplate: {
            name: string;
            isShared?: boolean | (0 | 1);
            body: string;
            subject: string;
        };
        TemplateChange: {
            name?: string;
            isShared?: boolean | (0 | 1);
            body?: string;
            subject?: string;
        };
        TemplatesPage: {
            _metadata: {
                /** @constant */
                collection: "templates";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            templates: components["schemas"]["Template"][];
        };
        AuditRecord: {
            /** Format: int32 */
            id: number;
            /** Format: date-time */
            created?: string | null;
            /** Format: int32 */
            userId?: number | null;
            system?: string | null;
            verb?: string | null;
            resource?: string | null;
            /** Format: int32 */
            resourceId?: number | null;
            changed?: string[];
        };
        AuditRecordsPage: {
            _metadata: {
                /** @constant */
                collection: "auditLog";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            auditLog: components["schemas"]["AuditRecord"][];
        };
        Notification: {
            /** Format: int32 */
            id: number;
            /** Format: date-time */
            created?: string | null;
            type?: string | null;
            /** Format: int32 */
            personId?: number | null;
            message?: string | null;
            read?: boolean;
        };
        NotificationChange: {
            read?: boolean | (0 | 1);
        };
        NotificationsPage: {
            _metadata: {
                /** @constant */
                collection: "notifications";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            notifications: components["schemas"]["Notification"][];
        };
        PublishedInboxApp: {
            /** Format: int32 */
            id: number;
            /** Format: date-time */
            created?: string | null;
            /** Format: date-time */
            updated?: string | null;
            name?: string | null;
            redirectUrl?: string | null;
            canReply?: boolean;
            secret?: string | null;
        };
        NewPublishedInboxApp: {
            name: string;
            redirectUrl: string;
            canReply?: boolean | (0 | 1);
        };
        PublishedInboxAppChange: {
            name?: string;
            redirectUrl?: string;
            canReply?: boolean | (0 | 1);
        };
        PublishedInboxAppsPage: {
            _metadata: {
                /** @constant */
                collection: "publishedInboxApps";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            publishedInboxApps: components["schemas"]["PublishedInboxApp"][];
        };
        Webhook: {
            /** Format: int32 */
            id: number;
            status?: string | null;
            event?: string | null;
            url?: string | null;
            system?: string | null;
            secret?: string | null;
        };
        NewWebhook: {
            /** @enum {string} */
            status?: "Active" | "Disabled";
            /** @enum {string} */
            event: "peopleCreated" | "peopleUpdated" | "peopleDeleted" | "notesCreated" | "notesUpdated" | "notesDeleted" | "tasksCreated" | "tasksUpdated" | "tasksDeleted" | "textMessagesCreated" | "textMessagesUpdated" | "textMessagesDeleted" | "callsCreated" | "callsUpdated" | "callsDeleted" | "emEventsOpened" | "emEventsClicked" | "emEventsUnsubscribed" | "eventsCreated" | "peopleTagsCreated" | "peopleStageUpdated" | "dealsCreated" | "dealsUpdated" | "dealsDeleted" | "pipelineCreated" | "pipelineUpdated" | "pipelineDeleted" | "stageCreated" | "stageUpdated" | "stageDeleted" | "customFieldsCreated" | "customFieldsUpdated" | "customFieldsDeleted" | "pipelineStageCreated" | "pipelineStageUpdated" | "pipelineStageDeleted" | "dealCustomFieldsCreated" | "dealCustomFieldsUpdated" | "dealCustomFieldsDeleted" | "appointmentsCreated" | "appointmentsUpdated" | "appointmentsDeleted" | "peopleRelationshipCreated" | "peopleRelationshipUpdated" | "peopleRelationshipDeleted" | "reactionCreated" | "reactionDeleted" | "threadedReplyCreated" | "threadedReplyUpdated" | "threadedReplyDeleted" | "emailsCreated" | "emailsUpdated" | "emailsDeleted";
            url: string;
        };
        WebhookChange: {
            /** @enum {string} */
            status?: "Active" | "Disabled";
            /** @enum {string} */
            event?: "peopleCreated" | "peopleUpdated" | "peopleDeleted" | "notesCreated" | "notesUpdated" | "notesDeleted" | "tasksCreated" | "tasksUpdated" | "tasksDeleted" | "textMessagesCreated" | "textMessagesUpdated" | "textMessagesDeleted" | "callsCreated" | "callsUpdated" | "callsDeleted" | "emEventsOpened" | "emEventsClicked" | "emEventsUnsubscribed" | "eventsCreated" | "peopleTagsCreated" | "peopleStageUpdated" | "dealsCreated" | "dealsUpdated" | "dealsDeleted" | "pipelineCreated" | "pipelineUpdated" | "pipelineDeleted" | "stageCreated" | "stageUpdated" | "stageDeleted" | "customFieldsCreated" | "customFieldsUpdated" | "customFieldsDeleted" | "pipelineStageCreated" | "pipelineStageUpdated" | "pipelineStageDeleted" | "dealCustomFieldsCreated" | "dealCustomFieldsUpdated" | "dealCustomFieldsDeleted" | "appointmentsCreated" | "appointmentsUpdated" | "appointmentsDeleted" | "peopleRelationshipCreated" | "peopleRelationshipUpdated" | "peopleRelationshipDeleted" | "reactionCreated" | "reactionDeleted" | "threadedReplyCreated" | "threadedReplyUpdated" | "threadedReplyDeleted" | "emailsCreated" | "emailsUpdated" | "emailsDeleted";
            url?: string;
        };
        WebhooksPage: {
            _metadata: {
                /** @constant */
                collection: "webhooks";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            webhooks: components["schemas"]["Webhook"][];
        };
        PhoneCall: {
            /** Format: int32 */
            id: number;
            /** Format: date-time */
            created?: string | null;
            /** Format: date-time */
            updated?: string | null;
            /** Format: int32 */
            createdById?: number | null;
            /** Format: int32 */
            updatedById?: number | null;
            createdBy?: string | null;
            updatedBy?: string | null;
            /** Format: int32 */
            personId?: number | null;
            phone?: string | null;
            isIncoming?: boolean | null;
            note?: string | null;
            outcome?: string | null;
            /** Format: int32 */
            duration?: number | null;
            toNumber?: string | null;
            fromNumber?: string | null;
            /** Format: int32 */
            userId?: number | null;
            userName?: string | null;
            recordingUrl?: string | null;
            /** Format: int32 */
            ringDuration?: number | null;
        };
        NewPhoneCall: {
            /** Format: int32 */
            personId: number;
            phone: string;
            isIncoming: boolean | (0 | 1);
            note?: string | null;
            /** @enum {string|null} */
            outcome?: "Interested" | "Not Interested" | "Left Message" | "No Answer" | "Busy" | "Bad Number" | null;
            /** Format: int32 */
            duration?: number | null;
            toNumber?: string | null;
            fromNumber?: string | null;
            /** Format: int32 */
            userId?: number | null;
            recordingUrl?: string | null;
        };
        PhoneCallChange: {
            /** Format: int32 */
            personId?: number;
            phone?: string;
            isIncoming?: boolean | (0 | 1);
            note?: string | null;
            /** @enum {string|null} */
            outcome?: "Interested" | "Not Interested" | "Left Message" | "No Answer" | "Busy" | "Bad Number" | null;
            /** Format: int32 */
            duration?: number | null;
            toNumber?: string | null;
            fromNumber?: string | null;
            /** Format: int32 */
            userId?: number | null;
            recordingUrl?: string | null;
        };
        PhoneCallsPage: {
            _metadata: {
                /** @constant */
                collection: "calls";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            calls: components["schemas"]["PhoneCall"][];
        };
        CustomField: {
            /** Format: int32 */
            id: number;
            label?: string | null;
            name?: string | null;
            type?: string | null;
            isRecurring?: boolean;
            choices?: string[];
            /** Format: int32 */
            orderWeight?: number | null;
            hideIfEmpty?: boolean;
            readOnly?: boolean;
        };
        NewCustomField: {
            label: string;
            /** @enum {string} */
            type: "date" | "text" | "dropdown" | "number";
            isRecurring?: boolean | (0 | 1);
            choices?: string[] | null;
            /** Format: int32 */
            orderWeight?: number;
            hideIfEmpty?: boolean | (0 | 1);
            readOnly?: boolean | (0 | 1);
            dropdownChoiceMap?: {
                [key: string]: string;
            } | null;
        };
        CustomFieldChange: {
            label?: string;
            /** @enum {string} */
            type?: "date" | "text" | "dropdown" | "number";
            isRecurring?: boolean | (0 | 1);
            choices?: string[] | null;
            /** Format: int32 */
            orderWeight?: number;
            hideIfEmpty?: boolean | (0 | 1);
            readOnly?: boolean | (0 | 1);
            dropdownChoiceMap?: {
                [key: string]: string;
            } | null;
        };
        CustomFieldsPage: {
            _metadata: {
                /** @constant */
                collection: "customfields";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            customfields: components["schemas"]["CustomField"][];
        };
        Event: {
            /** Format: int32 */
            id: number;
            /** Format: date-time */
            created?: string | null;
            /** Format: date-time */
            updated?: string | null;
            /** Format: int32 */
            personId?: number | null;
            message?: string | null;
            description?: string | null;
            /** Format: int32 */
            noteId?: number | null;
            source?: string | null;
            system?: string | null;
            type?: string | null;
            property?: {
                street?: string | null;
                city?: string | null;
                state?: string | null;
                code?: string | null;
                mlsNumber?: string | null;
                /** Format: int32 */
                price?: number | null;
                forRent?: boolean | null;
                url?: string | null;
                type?: string | null;
                bedrooms?: string | null;
                bathrooms?: string | null;
                area?: string | null;
                lot?: string | null;
            } | null;
            propertySearch?: {
                type?: string | null;
                neighborhood?: string | null;
                city?: string | null;
                state?: string | null;
                code?: string | null;
                /** Format: int32 */
                minPrice?: number | null;
                /** Format: int32 */
                maxPrice?: number | null;
                /** Format: int32 */
                minBedrooms?: number | null;
                /** Format: int32 */
                maxBedrooms?: number | null;
                minBathrooms?: number | null;
                maxBathrooms?: number | null;
            } | null;
            campaign?: {
                source?: string;
                medium?: string | null;
                term?: string | null;
                content?: string | null;
                campaign?: string | null;
            } | null;
            pageTitle?: string | null;
            pageUrl?: string | null;
            /** Format: int32 */
            pageDuration?: number | null;
            pageReferrer?: string | null;
        } & {
            [custom: `custom${string}`]: string | number | boolean | null;
        };
        NewEvent: {
            message?: string | null;
            description?: string | null;
            source?: string | null;
            system?: string | null;
            /** @enum {string|null} */
            type?: "Registration" | "Inquiry" | "Seller Inquiry" | "Property Inquiry" | "General Inquiry" | "Viewed Property" | "Saved Property" | "Visited Website" | "Incoming Call" | "Unsubscribed" | "Property Search" | "Saved Property Search" | "Visited Open House" | "Viewed Page" | null;
            person?: {
                /** Format: int32 */
                id?: number;
                firstName?: string;
                lastName?: string;
                name?: string;
                stage?: string | number;
                source?: string;
                sourceUrl?: string;
                contacted?: boolean | (0 | 1);
                /** Format: int32 */
                price?: number;
                assignedTo?: string;
                /** Format: int32 */
                assignedUserId?: number;
                assignedLenderName?: string;
                /** Format: int32 */
                assignedLenderId?: number;
                emails?: {
                    value?: string;
                    /** @enum {string} */
                    type?: "home" | "work" | "other";
                    isPrimary?: boolean | (0 | 1);
                    status?: string;
                }[];
                phones?: {
                    value?: string;
                    /** @enum {string} */
                    type?: "home" | "work" | "mobile" | "fax" | "other";
                    isPrimary?: boolean | (0 | 1);
                    normalized?: string;
                    status?: string;
                }[];
                addresses?: {
                    /** @enum {string} */
                    type?: "home" | "work" | "mailing" | "investment" | "other";
                    street?: string;
                    city?: string;
                    state?: string;
                    code?: string;
                    country?: string;
                }[];
                tags?: string[];
                background?: string;
            } | null;
            property?: {
                street?: string;
                city?: string;
                state?: string;
                code?: string;
                mlsNumber?: string;
                /** Format: int32 */
                price?: number;
                forRent?: boolean | (0 | 1);
                url?: string;
                type?: string;
                bedrooms?: string | number;
                bathrooms?: string | number;
                area?: string | number;
                lot?: string | number;
            } | null;
            propertySearch?: {
                type?: string;
                neighborhood?: string;
                city?: string;
                state?: string;
                code?: string;
                /** Format: int32 */
                minPrice?: number;
                /** Format: int32 */
                maxPrice?: number;
                /** Format: int32 */
                minBedrooms?: number;
                /** Format: int32 */
                maxBedrooms?: number;
                minBathrooms?: number;
                maxBathrooms?: number;
            } | null;
            campaign?: {
                source: string;
                medium?: string;
                term?: string;
                content?: string;
                campaign?: string;
            } | null;
            pageTitle?: string | null;
            pageUrl?: string | null;
            /** Format: int32 */
            pageDuration?: number | null;
            pageReferrer?: string | null;
            /**
             * @description ISO 8601; without Z or an offset it is UTC, and a date alone is midnight UTC.
             * @example 2026-01-31T12:00:00Z
             */
            occurredAt?: string | null;
        } & {
            [custom: `custom${string}`]: string | number | boolean | null;
        };
        EventsPage: {
            _metadata: {
                /** @constant */
                collection: "events";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            events: components["schemas"]["Event"][];
        };
        LeadFlow: {
            /** Format: int32 */
            id: number;
            /** Format: date-time */
            created?: string | null;
            /** Format: date-time */
            updated?: string | null;
            name?: string | null;
            sources?: string[];
            types?: string[];
            /** Format: int32 */
            minPrice?: number | null;
            /** Format: int32 */
            maxPrice?: number | null;
            postalCodes?: string[];
            /** Format: int32 */
            assignUserId?: number | null;
            /** Format: int32 */
            assignGroupId?: number | null;
            /** Format: int32 */
            assignPondId?: number | null;
            /** Format: int32 */
            actionPlanId?: number | null;
            ignore?: boolean;
            /** Format: int32 */
            orderWeight?: number | null;
        };
        NewLeadFlow: {
            name?: string | null;
            sources?: string[] | null;
            types?: ("Registration" | "Inquiry" | "Seller Inquiry" | "Property Inquiry" | "General Inquiry" | "Viewed Property" | "Saved Property" | "Visited Website" | "Incoming Call" | "Unsubscribed" | "Property Search" | "Saved Property Search" | "Visited Open House" | "Viewed Page")[] | null;
            /** Format: int32 */
            minPrice?: number | null;
            /** Format: int32 */
            maxPrice?: number | null;
            postalCodes?: string[] | null;
            /** Format: int32 */
            assignUserId?: number | null;
            /** Format: int32 */
            assignGroupId?: number | null;
            /** Format: int32 */
            assignPondId?: number | null;
            /** Format: int32 */
            actionPlanId?: number | null;
            ignore?: boolean | (0 | 1);
            /** Format: int32 */
            orderWeight?: number;
        };
        LeadFlowChange: {
            name?: string | null;
            sources?: string[] | null;
            types?: ("Registration" | "Inquiry" | "Seller Inquiry" | "Property Inquiry" | "General Inquiry" | "Viewed Property" | "Saved Property" | "Visited Website" | "Incoming Call" | "Unsubscribed" | "Property Search" | "Saved Property Search" | "Visited Open House" | "Viewed Page")[] | null;
            /** Format: int32 */
            minPrice?: number | null;
            /** Format: int32 */
            maxPrice?: number | null;
            postalCodes?: string[] | null;
            /** Format: int32 */
            assignUserId?: number | null;
            /** Format: int32 */
            assignGroupId?: number | null;
            /** Format: int32 */
            assignPondId?: number | null;
            /** Format: int32 */
            actionPlanId?: number | null;
            ignore?: boolean | (0 | 1);
            /** Format: int32 */
            orderWeight?: number;
        };
        LeadFlowsPage: {
            _metadata: {
                /** @constant */
                collection: "leadFlows";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            leadFlows: components["schemas"]["LeadFlow"][];
        };
        Note: {
            /** Format: int32 */
            id: number;
            /** Format: date-time */
            created?: string | null;
            /** Format: date-time */
            updated?: string | null;
            /** Format: int32 */
            createdById?: number | null;
            /** Format: int32 */
            updatedById?: number | null;
            createdBy?: string | null;
            updatedBy?: string | null;
            /** Format: int32 */
            personId?: number | null;
            subject?: string | null;
            body?: string | null;
            type?: string | null;
            isHtml?: boolean;
            isExternal?: boolean;
            systemName?: string | null;
            showContent?: boolean;
            /** Format: int32 */
            actionPlanId?: number | null;
            /** Format: int32 */
            systemId?: number | null;
        };
        NewNote: {
            /** Format: int32 */
            personId: number;
            subject?: string | null;
            body?: string | null;
            isHtml?: boolean | (0 | 1);
        };
        NoteChange: {
            /** Format: int32 */
            personId?: number;
            subject?: string | null;
            body?: string | null;
            isHtml?: boolean | (0 | 1);
        };
        NotesPage: {
            _metadata: {
                /** @constant */
                collection: "notes";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            notes: components["schemas"]["Note"][];
        };
        Person: {
            /** Format: int32 */
            id: number;
            /** Format: date-time */
            created?: string | null;
            /** Format: date-time */
            updated?: string | null;
            /** Format: date-time */
            lastActivity?: string | null;
            createdVia?: string | null;
            name?: string | null;
            firstName?: string | null;
            lastName?: string | null;
            stage?: string | null;
            stageId?: string | null;
            source?: string | null;
            sourceUrl?: string | null;
            /** @enum {integer} */
            contacted?: 0 | 1;
            /** Format: int32 */
            price?: number | null;
            assignedTo?: string | null;
            /** Format: int32 */
            assignedUserId?: number | null;
            assignedLenderName?: string | null;
            /** Format: int32 */
            assignedLenderId?: number | null;
            tags?: string[];
            emails?: {
                value?: string;
                type?: string;
                /** @enum {integer} */
                isPrimary?: 0 | 1;
                status?: string;
            }[];
            phones?: {
                value?: string;
                type?: string;
                /** @enum {integer} */
                isPrimary?: 0 | 1;
                normalized?: string;
                status?: string;
            }[];
            addresses?: {
                type?: string;
                street?: string;
                city?: string;
                state?: string;
                code?: string;
                country?: string;
            }[];
            background?: string | null;
            picture?: {
                small?: string;
            } | null;
            collaborators?: {
                /** Format: int32 */
                id?: number;
                name?: string;
                assigned?: boolean;
                role?: string;
            }[];
            /** Format: int32 */
            timeframeId?: number | null;
            timeframeStatus?: string | null;
            /** Format: date-time */
            timeframeUpdated?: string | null;
            prequalified?: boolean;
            /** Format: int32 */
            assignedPondId?: number | null;
            claimed?: boolean | null;
            /** Format: date-time */
            lastReceivedEmail?: string | null;
            /** Format: date-time */
            lastSentEmail?: string | null;
            /** Format: date-time */
            lastEmail?: string | null;
            /** Format: int32 */
            emailsReceived?: number;
            /** Format: int32 */
            emailsSent?: number;
            /** Format: date-time */
            lastIncomingCall?: string | null;
            /** Format: date-time */
            lastOutgoingCall?: string | null;
            /** Format: date-time */
            lastCall?: string | null;
            /** Format: date-time */
            firstCall?: string | null;
            /** Format: int32 */
            callsIncoming?: number;
            /** Format: int32 */
            callsOutgoing?: number;
            /** Format: int32 */
            callsDuration?: number;
            /** Format: date-time */
            lastReceivedText?: string | null;
            /** Format: date-time */
            lastSentText?: string | null;
            /** Format: date-time */
            lastText?: string | null;
            /** Format: date-time */
            lastLeadActivity?: string | null;
            /** Format: date-time */
            lastIdxVisit?: string | null;
            /** Format: int32 */
            textsReceived?: number;
            /** Format: int32 */
            textsSent?: number;
            /** Format: int32 */
            propertiesViewed?: number;
            /** Format: int32 */
            propertiesSaved?: number;
            /** Format: int32 */
            pagesViewed?: number;
            /** Format: date-time */
            nextTask?: string | null;
            /** Format: date-time */
            lastEmEventActivity?: string | null;
            /** Format: date-time */
            lastCommunication?: string | null;
            possibleDuplicateIds?: number[];
        } & {
            [custom: `custom${string}`]: string | number | boolean | null;
        };
        NewPerson: {
            /**
             * @description ISO 8601; without Z or an offset it is UTC, and a date alone is midnight UTC.
             * @example 2026-01-31T12:00:00Z
             */
            createdAt?: string | null;
            name?: string | null;
            firstName?: string | null;
            lastName?: string | null;
            stage?: string | number;
            stageId?: string | number;
            source?: string | null;
            sourceUrl?: string | null;
            contacted?: boolean | (0 | 1);
            /** Format: int32 */
            price?: number | null;
            assignedTo?: string | null;
            /** Format: int32 */
            assignedUserId?: number | null;
            assignedLenderName?: string | null;
            /** Format: int32 */
            assignedLenderId?: number | null;
            tags?: string[] | null;
            emails?: {
                value: string;
                /** @enum {string} */
                type?: "home" | "work" | "other";
                isPrimary?: boolean | (0 | 1);
                status?: string;
            }[] | null;
            phones?: {
                value: string;
                /** @enum {string} */
                type?: "home" | "work" | "mobile" | "fax" | "other";
                isPrimary?: boolean | (0 | 1);
                normalized?: string;
                status?: string;
            }[] | null;
            addresses?: {
                /** @enum {string} */
                type?: "home" | "work" | "mailing" | "investment" | "other";
                street?: string;
                city?: string;
                state?: string;
                code?: string;
                country?: string;
            }[] | null;
            background?: string | null;
            collaborators?: {
                /** Format: int32 */
                id: number;
                name?: string;
                assigned?: boolean | (0 | 1);
                role?: string;
            }[] | null;
            /** Format: int32 */
            timeframeId?: number | null;
            timeframeStatus?: string | null;
            prequalified?: boolean | (0 | 1);
            /** Format: int32 */
            assignedPondId?: number | null;
        } & {
            [custom: `custom${string}`]: string | number | boolean | null;
        };
        PersonChange: {
            name?: string | null;
            firstName?: string | null;
            lastName?: string | null;
            stage?: string | number;
            stageId?: string | number;
            contacted?: boolean | (0 | 1);
            /** Format: int32 */
            price?: number | null;
            assignedTo?: string | null;
            /** Format: int32 */
            assignedUserId?: number | null;
            assignedLenderName?: string | null;
            /** Format: int32 */
            assignedLenderId?: number | null;
            tags?: string[] | null;
            emails?: {
                value: string;
                /** @enum {string} */
                type?: "home" | "work" | "other";
                isPrimary?: boolean | (0 | 1);
                status?: string;
            }[] | null;
            phones?: {
                value: string;
                /** @enum {string} */
                type?: "home" | "work" | "mobile" | "fax" | "other";
                isPrimary?: boolean | (0 | 1);
                normalized?: string;
                status?: string;
            }[] | null;
            addresses?: {
                /** @enum {string} */
                type?: "home" | "work" | "mailing" | "investment" | "other";
                street?: string;
                city?: string;
                state?: string;
                code?: string;
                country?: string;
            }[] | null;
            background?: string | null;
            collaborators?: {
                /** Format: int32 */
                id: number;
                name?: string;
                assigned?: boolean | (0 | 1);
                role?: string;
            }[] | null;
            /** Format: int32 */
            timeframeId?: number | null;
            timeframeStatus?: string | null;
            prequalified?: boolean | (0 | 1);
            /** Format: int32 */
            assignedPondId?: number | null;
        } & {
            [custom: `custom${string}`]: string | number | boolean | null;
        };
        PeoplePage: {
            _metadata: {
                /** @constant */
                collection: "people";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            people: components["schemas"]["Person"][];
        };
        Pond: {
            /** Format: int32 */
            id: number;
            name?: string | null;
            /** Format: int32 */
            userId?: number | null;
            userIds?: number[];
        };
        NewPond: {
            name: string;
            /** Format: int32 */
            userId?: number | null;
            userIds?: number[] | null;
        };
        PondChange: {
            name?: string;
            /** Format: int32 */
            userId?: number | null;
            userIds?: number[] | null;
        };
        PondsPage: {
            _metadata: {
                /** @constant */
                collection: "ponds";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            ponds: components["schemas"]["Pond"][];
        };
        SmartList: {
            /** Format: int32 */
            id: number;
            /** Format: date-time */
            created?: string | null;
            /** Format: date-time */
            updated?: string | null;
            name?: string | null;
            filters?: Record<string, never>;
            sort?: string | null;
            description?: string | null;
            isFub2?: boolean;
            skipped?: string[];
        };
        NewSmartList: {
            name: string;
            filters?: Record<string, never>;
            sort?: string | null;
            description?: string | null;
        };
        SmartListChange: {
            name?: string;
            filters?: Record<string, never>;
            sort?: string | null;
            description?: string | null;
        };
        SmartListsPage: {
            _metadata: {
                /** @constant */
                collection: "smartlists";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            smartlists: components["schemas"]["SmartList"][];
        };
        Stage: {
            /** Format: int32 */
            id: number;
            name?: string | null;
            /** Format: int32 */
            orderWeight?: number | null;
            isProtected?: boolean;
            isDefault?: boolean;
            /** Format: int32 */
            peopleCount?: number;
        };
        NewStage: {
            name: string;
            /** Format: int32 */
            orderWeight?: number;
            isDefault?: boolean | (0 | 1);
        };
        StageChange: {
            name?: string;
            /** Format: int32 */
            orderWeight?: number;
            isDefault?: boolean | (0 | 1);
        };
        StagesPage: {
            _metadata: {
                /** @constant */
                collection: "stages";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            stages: components["schemas"]["Stage"][];
        };
        Task: {
            /** Format: int32 */
            id: number;
            /** Format: date-time */
            created?: string | null;
            /** Format: date-time */
            updated?: string | null;
            /** Format: int32 */
            createdById?: number | null;
            /** Format: int32 */
            updatedById?: number | null;
            createdBy?: string | null;
            updatedBy?: string | null;
            /** Format: int32 */
            personId?: number | null;
            AssignedTo?: string | null;
            /** Format: int32 */
            assignedUserId?: number | null;
            name?: string | null;
            type?: string | null;
            /** @enum {integer} */
            isCompleted?: 0 | 1;
            /** Format: date-time */
            completed?: string | null;
            /** Format: date */
            dueDate?: string | null;
            /** Format: date-time */
            dueDateTime?: string | null;
            /** Format: int32 */
            remindSecondsBefore?: number | null;
            person?: {
                /** Format: int32 */
                id?: number;
                name?: string;
            } | null;
            externalTaskLink?: string | null;
            externalCalendarId?: string | null;
        };
        NewTask: {
            /** Format: int32 */
            personId: number;
            AssignedTo?: string | null;
            /** Format: int32 */
            assignedUserId?: number | null;
            name?: string | null;
            /** @enum {string} */
            type?: "Follow Up" | "Call" | "Text" | "Email" | "Appointment" | "Showing" | "Closing" | "Open House" | "Thank You";
            isCompleted?: boolean | (0 | 1);
            /** Format: date */
            dueDate?: string | null;
            /**
             * @description ISO 8601; without Z or an offset it is UTC, and a date alone is midnight UTC.
             * @example 2026-01-31T12:00:00Z
             */
            dueDateTime?: string | null;
            /** Format: int32 */
            remindSecondsBefore?: number | null;
        };
        TaskChange: {
            /** Format: int32 */
            personId?: number;
            AssignedTo?: string | null;
            /** Format: int32 */
            assignedUserId?: number | null;
            name?: string | null;
            /** @enum {string} */
            type?: "Follow Up" | "Call" | "Text" | "Email" | "Appointment" | "Showing" | "Closing" | "Open House" | "Thank You";
            isCompleted?: boolean | (0 | 1);
            /** Format: date */
            dueDate?: string | null;
            /**
             * @description ISO 8601; without Z or an offset it is UTC, and a date alone is midnight UTC.
             * @example 2026-01-31T12:00:00Z
             */
            dueDateTime?: string | null;
            /** Format: int32 */
            remindSecondsBefore?: number | null;
        };
        TasksPage: {
            _metadata: {
                /** @constant */
                collection: "tasks";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            tasks: components["schemas"]["Task"][];
        };
        TextMessage: {
            /** Format: int32 */
            id: number;
            /** Format: date-time */
            created?: string | null;
            /** Format: date-time */
            updated?: string | null;
            /** Format: int32 */
            createdById?: number | null;
            /** Format: int32 */
            updatedById?: number | null;
            createdBy?: string | null;
            updatedBy?: string | null;
            /** Format: int32 */
            personId?: number | null;
            message?: string | null;
            toNumber?: string | null;
            fromNumber?: string | null;
            isIncoming?: boolean;
            status?: string | null;
            /** Format: int32 */
            userId?: number | null;
            userName?: string | null;
            /** Format: date-time */
            sent?: string | null;
            externalLabel?: string | null;
            externalUrl?: string | null;
            systemName?: string | null;
            name?: string | null;
            firstName?: string | null;
            lastName?: string | null;
            picture?: string | null;
            archived?: boolean;
            read?: boolean;
            /** Format: int32 */
            sharedInboxId?: number | null;
            /** Format: int32 */
            actionPlanId?: number | null;
            groupTextId?: string | null;
            isExternal?: boolean;
            /** Format: int32 */
            systemId?: number | null;
            media?: string[];
        };
        NewTextMessage: {
            /** Format: int32 */
            personId: number;
            message: string;
            toNumber: string;
            fromNumber: string;
            isIncoming?: boolean | (0 | 1);
            externalLabel?: string | null;
            externalUrl?: string | null;
        };
        TextMessageChange: {
            /** Format: int32 */
            personId?: number;
            message?: string;
            toNumber?: string;
            fromNumber?: string;
            isIncoming?: boolean | (0 | 1);
            externalLabel?: string | null;
            externalUrl?: string | null;
        };
        TextMessagesPage: {
            _metadata: {
                /** @constant */
                collection: "textmessages";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            textmessages: components["schemas"]["TextMessage"][];
        };
        Timeframe: {
            /** Format: int32 */
            id: number;
            timeframe?: string | null;
            name?: string | null;
        };
        TimeframesPage: {
            _metadata: {
                /** @constant */
                collection: "timeframes";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            timeframes: components["schemas"]["Timeframe"][];
        };
        Conversation: {
            /** Format: int32 */
            id: number;
            /** Format: date-time */
            created?: string | null;
            /** Format: date-time */
            updated?: string | null;
            /** Format: int32 */
            inboxAppId?: number | null;
            externalConversationId?: string | null;
            /** Format: int32 */
            userId?: number | null;
            /** Format: int32 */
            assignedUserId?: number | null;
            /** Format: int32 */
            personId?: number | null;
            archived?: boolean;
            unread?: boolean;
            lastMessage?: string | null;
            /** Format: date-time */
            lastMessageAt?: string | null;
            participants?: {
                name?: string;
                email?: string;
                phone?: string;
            }[];
        };
        ConversationsPage: {
            _metadata: {
                /** @constant */
                collection: "conversations";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            conversations: components["schemas"]["Conversation"][];
        };
        InstallableInboxApp: {
            /** Format: int32 */
            id: number;
            name?: string | null;
            redirectUrl?: string | null;
            canReply?: boolean | null;
        };
        InstallableInboxAppsPage: {
            _metadata: {
                /** @constant */
                collection: "publishedInboxApps";
                offset: number;
                limit: number;
                total: number;
                next: string | null;
                nextLink: string | null;
                warnings?: string[];
            };
            publishedInboxApps: components["schemas"]["InstallableInboxApp"][];
        };
    };
    responses: never;
    parameters: {
        limit: number;
        /** @description Records to skip. For deeper pages use next. */
        offset: number;
        /** @description _metadata.next of the previous page. */
        next: string;
        /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
        fields: string[];
        /** @description Matches any of the values. */
        id: number[];
        /** @description Matches any of the values. */
        ids: number[];
        idGreaterThan: number;
        idLessThan: number;
        createdAfter: string;
        createdBefore: string;
        updatedAfter: string;
        updatedBefore: string;
        /**
         * @description Makes the request safe to repeat: within 24 hours the same key with the same request has the same answer, and is carried out once. 1 to 255 printable ASCII characters.
         * @example lead-8f14e45f
         */
        IdempotencyKey: string;
        /**
         * @description Entity tag of the record as it was read, or *; when the record has changed since, the answer is 412 and nothing is changed.
         * @example "7-q83vZ0h4x1M"
         */
        IfMatch: string;
        /**
         * @description Entity tag of what the caller has; when that is current the answer is 304 without a body.
         * @example "7-q83vZ0h4x1M"
         */
        IfNoneMatch: string;
        /**
         * @description handling=lenient ignores unknown fields and parameters; handling=strict refuses them, for leads too (RFC 7240). Preference-Applied reports the mode.
         * @example handling=lenient
         */
        Prefer: "handling=lenient" | "handling=strict";
        /**
         * @description own: webhooks of the calling system are not told of this change.
         * @example own
         */
        SuppressWebhooks: "own";
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "auth.account.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id?: number;
                        name?: string;
                        domain?: string;
                        owner?: {
                            name?: string;
                            email?: string;
                        };
                        handling?: string;
                        unregisteredSystems?: string;
                    };
                };
            };
        };
    };
    "auth.account.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string;
                    /** @enum {string} */
                    handling?: "strict" | "lenient";
                    /** @enum {string} */
                    unregisteredSystems?: "refuse" | "ignore";
                };
                "application/x-www-form-urlencoded": {
                    name?: string;
                    /** @enum {string} */
                    handling?: "strict" | "lenient";
                    /** @enum {string} */
                    unregisteredSystems?: "refuse" | "ignore";
                };
            };
        };
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id?: number;
                        name?: string;
                        domain?: string;
                        owner?: {
                            name?: string;
                            email?: string;
                        };
                        handling?: string;
                        unregisteredSystems?: string;
                    };
                };
            };
        };
    };
    "auth.groups.listRoundRobin": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id" | "name" | "-name";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                type?: "Agent" | "Lender";
                distribution?: "round-robin" | "first-to-claim";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupsPage"];
                };
            };
        };
    };
    "auth.users.invite": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link, valid for 7 days, once. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitationUrl: string;
                        /** @description True if a mail was sent. */
                        mailed: boolean;
                    };
                };
            };
        };
    };
    "auth.apiKeys.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _metadata: {
                            /** @constant */
                            collection: "apiKeys";
                            offset: number;
                            limit: number;
                            total: number;
                            next: null;
                            nextLink: null;
                        };
                        apiKeys: {
                            id?: number;
                            label?: string;
                            prefix?: string;
                            scopes?: ("read" | "write" | "people" | "deals" | "marketing" | "webhooks")[];
                            /** Format: date-time */
                            expiresAt?: string | null;
                            /** Format: date-time */
                            created?: string | null;
                            /** Format: date-time */
                            lastUsed?: string | null;
                        }[];
                    };
                };
            };
        };
    };
    "auth.apiKeys.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    label: string;
                    scopes?: ("read" | "write" | "people" | "deals" | "marketing" | "webhooks")[] | null;
                    /**
                     * @description ISO 8601; without Z or an offset it is UTC, and a date alone is midnight UTC.
                     * @example 2026-01-31T12:00:00Z
                     */
                    expiresAt?: string | null;
                };
                "application/x-www-form-urlencoded": {
                    label: string;
                    scopes?: ("read" | "write" | "people" | "deals" | "marketing" | "webhooks")[] | null;
                    /**
                     * @description ISO 8601; without Z or an offset it is UTC, and a date alone is midnight UTC.
                     * @example 2026-01-31T12:00:00Z
                     */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description The key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        label?: string;
                        apiKey: string;
                        prefix?: string;
                        scopes?: ("read" | "write" | "people" | "deals" | "marketing" | "webhooks")[];
                        /** Format: date-time */
                        expiresAt?: string | null;
                        /** Format: date-time */
                        created?: string | null;
                    };
                };
            };
        };
    };
    "auth.apiKeys.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                keyId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "auth.systems.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The systems. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _metadata: {
                            /** @constant */
                            collection: "systems";
                            offset: number;
                            limit: number;
                            total: number;
                            next: null;
                            nextLink: null;
                        };
                        systems: {
                            id?: number;
                            name?: string;
                            /** Format: date-time */
                            created?: string | null;
                            signatureHeaders?: string[];
                        }[];
                    };
                };
            };
        };
    };
    "auth.systems.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    key?: string | null;
                    signatureHeaders?: string[] | null;
                };
                "application/x-www-form-urlencoded": {
                    name: string;
                    key?: string | null;
                    signatureHeaders?: string[] | null;
                };
            };
        };
        responses: {
            /** @description The system and its key. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id?: number;
                        name?: string;
                        key?: string;
                        signatureHeaders?: string[];
                    };
                };
            };
        };
    };
    "auth.systems.rotateKey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    name?: string | null;
                };
                "application/x-www-form-urlencoded": {
                    name?: string | null;
                };
            };
        };
        responses: {
            /** @description Name and new key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        name?: string;
                        key?: string;
                    };
                };
            };
        };
    };
    "auth.systems.unregistered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Names, highest count first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _metadata: {
                            /** @constant */
                            collection: "unregisteredSystems";
                            offset: number;
                            limit: number;
                            total: number;
                            next: null;
                            nextLink: null;
                        };
                        unregisteredSystems: {
                            name?: string;
                            count?: number;
                            /** Format: date-time */
                            lastSeen?: string | null;
                        }[];
                    };
                };
            };
        };
    };
    "auth.systems.ignored": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                system: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Fields, highest count first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _metadata: {
                            /** @constant */
                            collection: "ignored";
                            offset: number;
                            limit: number;
                            total: number;
                            next: null;
                            nextLink: null;
                        };
                        ignored: {
                            field?: string;
                            operation?: string;
                            count?: number;
                            /** Format: date-time */
                            lastSeen?: string | null;
                        }[];
                    };
                };
            };
        };
    };
    "auth.systems.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    signatureHeaders: string[];
                };
                "application/x-www-form-urlencoded": {
                    signatureHeaders: string[];
                };
            };
        };
        responses: {
            /** @description The system. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id?: number;
                        name?: string;
                        /** Format: date-time */
                        created?: string | null;
                        signatureHeaders?: string[];
                    };
                };
            };
        };
    };
    "marketing.templates.merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: int32 */
                    templateId: number;
                    /** Format: int32 */
                    mergePersonId: number;
                };
                "application/x-www-form-urlencoded": {
                    /** Format: int32 */
                    templateId: number;
                    /** Format: int32 */
                    mergePersonId: number;
                };
            };
        };
        responses: {
            /** @description The merged template. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    "marketing.emEvents.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                /** @description Matches any of the values. */
                type?: ("delivered" | "open" | "click" | "bounced" | "soft-bounce" | "hard-bounce" | "unsubscribe" | "spamreport" | "dropped")[];
                personId?: number;
                campaignId?: number;
                updatedAfter?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The em events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmEventsPage"];
                };
            };
        };
    };
    "marketing.emEvents.record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    emEvents: {
                        /** @enum {string} */
                        type: "delivered" | "open" | "click" | "bounced" | "soft-bounce" | "hard-bounce" | "unsubscribe" | "spamreport" | "dropped";
                        /**
                         * @description ISO 8601; without Z or an offset it is UTC, and a date alone is midnight UTC.
                         * @example 2026-01-31T12:00:00Z
                         */
                        occurred?: string;
                        recipient?: string;
                        /** Format: int32 */
                        personId?: number;
                        /** Format: int32 */
                        campaignId?: number;
                        /** Format: int32 */
                        userId?: number;
                        url?: string;
                    }[];
                };
                "application/x-www-form-urlencoded": {
                    emEvents: {
                        /** @enum {string} */
                        type: "delivered" | "open" | "click" | "bounced" | "soft-bounce" | "hard-bounce" | "unsubscribe" | "spamreport" | "dropped";
                        /**
                         * @description ISO 8601; without Z or an offset it is UTC, and a date alone is midnight UTC.
                         * @example 2026-01-31T12:00:00Z
                         */
                        occurred?: string;
                        recipient?: string;
                        /** Format: int32 */
                        personId?: number;
                        /** Format: int32 */
                        campaignId?: number;
                        /** Format: int32 */
                        userId?: number;
                        url?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Ids of the rows that count the events, and recipients whom nobody knows. GET /emEvents counts them from now on; emailsSent, lastSentEmail and lastEmail of people follow a few seconds later. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        emEventIds: number[];
                        recipientsNotFound?: string[];
                    };
                };
            };
        };
    };
    "notifier.inboxApps.editMessage": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    externalMessageId: string;
                    message: string;
                    externalConversationId?: string | null;
                };
                "application/x-www-form-urlencoded": {
                    externalMessageId: string;
                    message: string;
                    externalConversationId?: string | null;
                };
            };
        };
        responses: {
            /** @description The message. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id?: string;
                        /** Format: date-time */
                        created?: string;
                        /** Format: date-time */
                        updated?: string;
                        externalMessageId?: string | null;
                        type?: string;
                        message?: string;
                        isIncoming?: boolean;
                        sender?: {
                            name?: string;
                            email?: string;
                            phone?: string;
                        } | null;
                        userId?: number | null;
                        /** Format: int32 */
                        conversationId?: number;
                    };
                };
            };
        };
    };
    "notifier.inboxApps.addMessage": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    externalConversationId: string;
                    externalMessageId: string;
                    message: string;
                    isIncoming?: (boolean | (0 | 1)) | null;
                    sender?: {
                        name: string;
                        email?: string;
                        phone?: string;
                    } | null;
                    /** Format: int32 */
                    personId?: number | null;
                    /** Format: int32 */
                    userId?: number | null;
                };
                "application/x-www-form-urlencoded": {
                    externalConversationId: string;
                    externalMessageId: string;
                    message: string;
                    isIncoming?: (boolean | (0 | 1)) | null;
                    sender?: {
                        name: string;
                        email?: string;
                        phone?: string;
                    } | null;
                    /** Format: int32 */
                    personId?: number | null;
                    /** Format: int32 */
                    userId?: number | null;
                };
            };
        };
        responses: {
            /** @description It exists already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id?: string;
                        /** Format: date-time */
                        created?: string;
                        /** Format: date-time */
                        updated?: string;
                        externalMessageId?: string | null;
                        type?: string;
                        message?: string;
                        isIncoming?: boolean;
                        sender?: {
                            name?: string;
                            email?: string;
                            phone?: string;
                        } | null;
                        userId?: number | null;
                        /** Format: int32 */
                        conversationId?: number;
                    };
                };
            };
            /** @description The message. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id?: string;
                        /** Format: date-time */
                        created?: string;
                        /** Format: date-time */
                        updated?: string;
                        externalMessageId?: string | null;
                        type?: string;
                        message?: string;
                        isIncoming?: boolean;
                        sender?: {
                            name?: string;
                            email?: string;
                            phone?: string;
                        } | null;
                        userId?: number | null;
                        /** Format: int32 */
                        conversationId?: number;
                    };
                };
            };
        };
    };
    "notifier.inboxApps.addNote": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    externalConversationId: string;
                    message: string;
                    externalMessageId?: string | null;
                };
                "application/x-www-form-urlencoded": {
                    externalConversationId: string;
                    message: string;
                    externalMessageId?: string | null;
                };
            };
        };
        responses: {
            /** @description It exists already. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id?: string;
                        /** Format: date-time */
                        created?: string;
                        /** Format: date-time */
                        updated?: string;
                        externalMessageId?: string | null;
                        type?: string;
                        message?: string;
                        isIncoming?: boolean;
                        sender?: {
                            name?: string;
                            email?: string;
                            phone?: string;
                        } | null;
                        userId?: number | null;
                        /** Format: int32 */
                        conversationId?: number;
                    };
                };
            };
            /** @description The note. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id?: string;
                        /** Format: date-time */
                        created?: string;
                        /** Format: date-time */
                        updated?: string;
                        externalMessageId?: string | null;
                        type?: string;
                        message?: string;
                        isIncoming?: boolean;
                        sender?: {
                            name?: string;
                            email?: string;
                            phone?: string;
                        } | null;
                        userId?: number | null;
                        /** Format: int32 */
                        conversationId?: number;
                    };
                };
            };
        };
    };
    "notifier.inboxApps.changeConversation": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                externalId: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    archived?: boolean | (0 | 1);
                    /** Format: int32 */
                    assignedUserId?: number | null;
                };
                "application/x-www-form-urlencoded": {
                    archived?: boolean | (0 | 1);
                    /** Format: int32 */
                    assignedUserId?: number | null;
                };
            };
        };
        responses: {
            /** @description The conversation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
        };
    };
    "notifier.inboxApps.setParticipants": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
                externalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    participants: {
                        name: string;
                        email?: string;
                        phone?: string;
                    }[];
                };
                "application/x-www-form-urlencoded": {
                    participants: {
                        name: string;
                        email?: string;
                        phone?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description The conversation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
        };
    };
    "notifier.conversations.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                archived?: boolean | (0 | 1);
                unread?: boolean | (0 | 1);
                personId?: number;
                inboxAppId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationsPage"];
                };
            };
        };
    };
    "notifier.conversations.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation with its messages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"] & {
                        messages?: {
                            id?: string;
                            /** Format: date-time */
                            created?: string;
                            /** Format: date-time */
                            updated?: string;
                            externalMessageId?: string | null;
                            type?: string;
                            message?: string;
                            isIncoming?: boolean;
                            sender?: {
                                name?: string;
                                email?: string;
                                phone?: string;
                            } | null;
                            userId?: number | null;
                            /** Format: int32 */
                            conversationId?: number;
                        }[];
                    };
                };
            };
        };
    };
    "notifier.conversations.reply": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    message: string;
                };
                "application/x-www-form-urlencoded": {
                    message: string;
                };
            };
        };
        responses: {
            /** @description The message. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id?: string;
                        /** Format: date-time */
                        created?: string;
                        /** Format: date-time */
                        updated?: string;
                        externalMessageId?: string | null;
                        type?: string;
                        message?: string;
                        isIncoming?: boolean;
                        sender?: {
                            name?: string;
                            email?: string;
                            phone?: string;
                        } | null;
                        userId?: number | null;
                        /** Format: int32 */
                        conversationId?: number;
                    };
                };
            };
        };
    };
    "notifier.conversations.read": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
        };
    };
    "notifier.conversations.archive": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
        };
    };
    "notifier.webhooks.deliveries": {
        parameters: {
            query?: {
                /** @description Matches any of the values. */
                status?: ("Pending" | "Delivered" | "GivenUp")[];
                since?: string;
                limit?: number;
                offset?: number;
                next?: string;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        _metadata: {
                            /** @constant */
                            collection: "deliveries";
                            offset: number;
                            limit: number;
                            total: number;
                            next: string | null;
                            nextLink: string | null;
                        };
                        deliveries: {
                            id: string;
                            eventId: string;
                            event: string;
                            status: string;
                            /** Format: date-time */
                            created: string | null;
                            /** Format: date-time */
                            nextAttempt: string | null;
                            attempts: {
                                /** Format: date-time */
                                at: string | null;
                                status: number | null;
                                ms: number;
                                error: string | null;
                                response: string | null;
                            }[];
                        }[];
                    };
                };
            };
        };
    };
    "notifier.webhooks.replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    eventId?: string | null;
                    /** @enum {string|null} */
                    status?: "GivenUp" | "all" | null;
                    /**
                     * @description ISO 8601; without Z or an offset it is UTC, and a date alone is midnight UTC.
                     * @example 2026-01-31T12:00:00Z
                     */
                    since?: string | null;
                    /**
                     * @description ISO 8601; without Z or an offset it is UTC, and a date alone is midnight UTC.
                     * @example 2026-01-31T12:00:00Z
                     */
                    until?: string | null;
                };
                "application/x-www-form-urlencoded": {
                    eventId?: string | null;
                    /** @enum {string|null} */
                    status?: "GivenUp" | "all" | null;
                    /**
                     * @description ISO 8601; without Z or an offset it is UTC, and a date alone is midnight UTC.
                     * @example 2026-01-31T12:00:00Z
                     */
                    since?: string | null;
                    /**
                     * @description ISO 8601; without Z or an offset it is UTC, and a date alone is midnight UTC.
                     * @example 2026-01-31T12:00:00Z
                     */
                    until?: string | null;
                };
            };
        };
        responses: {
            /** @description Number of events to deliver again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        replayed: number;
                    };
                };
            };
        };
    };
    "notifier.webhooks.test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The status and duration of the response. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: number | null;
                        ms: number;
                        error?: string;
                    };
                };
            };
        };
    };
    "notifier.webhooks.rotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secret: string;
                    };
                };
            };
        };
    };
    "notifier.inboxApps.install": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: int32 */
                    publishedInboxAppId: number;
                    /** Format: int32 */
                    userId: number;
                    subscriptionUrl: string;
                };
                "application/x-www-form-urlencoded": {
                    /** Format: int32 */
                    publishedInboxAppId: number;
                    /** Format: int32 */
                    userId: number;
                    subscriptionUrl: string;
                };
            };
        };
        responses: {
            /** @description The installed inbox app. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: int32 */
                        id: number | null;
                        /** Format: date-time */
                        created?: string | null;
                        /** Format: date-time */
                        updated?: string | null;
                        /** Format: int32 */
                        createdById?: number | null;
                        status?: string | null;
                        name?: string | null;
                        /** Format: int32 */
                        publishedInboxAppId?: number | null;
                        /** Format: int32 */
                        userId?: number | null;
                        canReply?: boolean | null;
                    };
                };
            };
        };
    };
    "notifier.inboxApps.published": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The installable inbox apps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstallableInboxAppsPage"];
                };
            };
        };
    };
    "notifier.inboxApps.installed": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The installations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        inboxApps: {
                            /** Format: int32 */
                            id: number | null;
                            /** Format: date-time */
                            created?: string | null;
                            /** Format: date-time */
                            updated?: string | null;
                            /** Format: int32 */
                            createdById?: number | null;
                            status?: string | null;
                            name?: string | null;
                            /** Format: int32 */
                            publishedInboxAppId?: number | null;
                            /** Format: int32 */
                            userId?: number | null;
                            canReply?: boolean | null;
                        }[];
                    };
                };
            };
        };
    };
    "notifier.inboxApps.allInstalled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The installations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        inboxApps: {
                            /** Format: int32 */
                            id: number | null;
                            /** Format: date-time */
                            created?: string | null;
                            /** Format: date-time */
                            updated?: string | null;
                            /** Format: int32 */
                            createdById?: number | null;
                            status?: string | null;
                            name?: string | null;
                            /** Format: int32 */
                            publishedInboxAppId?: number | null;
                            /** Format: int32 */
                            userId?: number | null;
                            canReply?: boolean | null;
                        }[];
                    };
                };
            };
        };
    };
    "notifier.inboxApps.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Removed. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "notifier.publishedInboxApps.rotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secret: string;
                    };
                };
            };
        };
    };
    "notifier.webhookEvents.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                eventId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notification. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id?: string;
                        /** Format: date-time */
                        eventCreated?: string | null;
                        event?: string;
                        resourceIds?: number[];
                        uri?: string | null;
                        /** @description At the address in the notification. */
                        data?: Record<string, never>;
                    };
                };
            };
        };
    };
    "people.events.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description One of id, created, or the name of a custom field. A leading - sorts descending. Default: newest first. */
                sort?: string;
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                personId?: number;
                /** @description Matches any of the values. */
                type?: ("Registration" | "Inquiry" | "Seller Inquiry" | "Property Inquiry" | "General Inquiry" | "Viewed Property" | "Saved Property" | "Visited Website" | "Incoming Call" | "Unsubscribed" | "Property Search" | "Saved Property Search" | "Visited Open House" | "Viewed Page")[];
                /** @description Matches any of the values. */
                source?: string[];
                hasProperty?: boolean | (0 | 1);
                propertyAddress?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventsPage"];
                };
            };
        };
    };
    "people.events.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["NewEvent"];
                "application/x-www-form-urlencoded": components["schemas"]["NewEvent"];
            };
        };
        responses: {
            /** @description The existing person. X-Event-Id contains the id of the event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
            /** @description The new person. X-Event-Id contains the id of the event. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
            /** @description A lead-flow rule ignores this source; nothing was stored. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "people.people.checkDuplicate": {
        parameters: {
            query?: {
                /** @example ada.byron@example.com */
                email?: string;
                phone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description True if a person was found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        found: boolean;
                        matchedBy?: string;
                        assignedTo?: string;
                    };
                };
            };
        };
    };
    "people.people.listPossibleDuplicates": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description One of id, created, updated, name, firstName, lastName, price, stage, lastActivity, lastReceivedEmail, lastSentEmail, lastEmail, lastEmEventActivity, lastCommunication, emailsReceived, emailsSent, lastIncomingCall, lastOutgoingCall, lastCall, firstCall, callsIncoming, callsOutgoing, callsDuration, lastReceivedText, lastSentText, lastText, lastLeadActivity, lastIdxVisit, textsReceived, textsSent, propertiesViewed, propertiesSaved, pagesViewed, nextTask, or the name of a custom field. A leading - sorts descending. Default: newest first. */
                sort?: string;
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                name?: string;
                firstName?: string;
                lastName?: string;
                email?: string;
                phone?: string;
                /** @description Matches any of the values. */
                stage?: string[];
                /** @description Matches any of the values. */
                stageId?: number[];
                /** @description Matches any of the values. */
                source?: string[];
                assignedTo?: string;
                /** @description Matches any of the values. */
                assignedUserId?: number[];
                /** @description Matches any of the values. */
                assignedLenderId?: number[];
                assignedLenderName?: string;
                contacted?: boolean | (0 | 1);
                priceAbove?: number;
                priceBelow?: number;
                /** @description Matches any of the values. */
                tags?: string[];
                lastActivityAfter?: string;
                lastActivityBefore?: string;
                includeTrash?: boolean | (0 | 1);
                includeUnclaimed?: boolean | (0 | 1);
                q?: string;
                assignedPondId?: number;
                timeframeId?: number;
                smartListId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeoplePage"];
                };
            };
        };
    };
    "people.people.listUnclaimed": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description One of id, created, updated, name, firstName, lastName, price, stage, lastActivity, lastReceivedEmail, lastSentEmail, lastEmail, lastEmEventActivity, lastCommunication, emailsReceived, emailsSent, lastIncomingCall, lastOutgoingCall, lastCall, firstCall, callsIncoming, callsOutgoing, callsDuration, lastReceivedText, lastSentText, lastText, lastLeadActivity, lastIdxVisit, textsReceived, textsSent, propertiesViewed, propertiesSaved, pagesViewed, nextTask, or the name of a custom field. A leading - sorts descending. Default: newest first. */
                sort?: string;
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                name?: string;
                firstName?: string;
                lastName?: string;
                email?: string;
                phone?: string;
                /** @description Matches any of the values. */
                stage?: string[];
                /** @description Matches any of the values. */
                stageId?: number[];
                /** @description Matches any of the values. */
                source?: string[];
                assignedTo?: string;
                /** @description Matches any of the values. */
                assignedUserId?: number[];
                /** @description Matches any of the values. */
                assignedLenderId?: number[];
                assignedLenderName?: string;
                contacted?: boolean | (0 | 1);
                priceAbove?: number;
                priceBelow?: number;
                /** @description Matches any of the values. */
                tags?: string[];
                lastActivityAfter?: string;
                lastActivityBefore?: string;
                includeTrash?: boolean | (0 | 1);
                includeUnclaimed?: boolean | (0 | 1);
                q?: string;
                assignedPondId?: number;
                timeframeId?: number;
                smartListId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeoplePage"];
                };
            };
        };
    };
    "people.people.claim": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: int32 */
                    personId: number;
                };
                "application/x-www-form-urlencoded": {
                    /** Format: int32 */
                    personId: number;
                };
            };
        };
        responses: {
            /** @description The person, who is the caller's now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    "people.people.claimById": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person, now assigned to the caller. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    "people.people.ignoreUnclaimed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: int32 */
                    personId: number;
                };
                "application/x-www-form-urlencoded": {
                    /** Format: int32 */
                    personId: number;
                };
            };
        };
        responses: {
            /** @description The lead is no longer offered to the caller. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "people.people.saveBatch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    people: Record<string, never>[];
                };
                "application/x-www-form-urlencoded": {
                    people: Record<string, never>[];
                };
            };
        };
        responses: {
            /** @description A result for each person, in their order. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        results: {
                            status: number;
                            id: number | null;
                            errorMessage?: string;
                            errorCode?: string;
                        }[];
                    };
                };
            };
        };
    };
    "people.people.merge": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: int32 */
                    otherId: number;
                };
                "application/x-www-form-urlencoded": {
                    /** Format: int32 */
                    otherId: number;
                };
            };
        };
        responses: {
            /** @description The surviving person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    "people.people.erase": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person is deleted; other services follow within seconds. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "people.people.import": {
        parameters: {
            query?: {
                /** @example true */
                preview?: boolean | (0 | 1);
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    csv: string;
                };
                "application/x-www-form-urlencoded": {
                    csv: string;
                };
            };
        };
        responses: {
            /** @description With preview=true: what the import would do. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        rows: number;
                        columns: {
                            header: string;
                            field: string | null;
                        }[];
                        samples: Record<string, never>[];
                        problems: {
                            row: number;
                            message: string;
                        }[];
                    };
                };
            };
            /** @description The import. It continues in the background. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @enum {unknown} */
                        status: "Running" | "Completed" | "Failed";
                        rows: number;
                        done: number;
                        created: number;
                        updated: number;
                        failed: number;
                        problems: {
                            row: number;
                            message: string;
                        }[];
                    };
                };
            };
        };
    };
    "people.people.getImport": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        /** @enum {unknown} */
                        status: "Running" | "Completed" | "Failed";
                        rows: number;
                        done: number;
                        created: number;
                        updated: number;
                        failed: number;
                        problems: {
                            row: number;
                            message: string;
                        }[];
                    };
                };
            };
        };
    };
    "auth.groups.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id" | "name" | "-name";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                type?: "Agent" | "Lender";
                distribution?: "round-robin" | "first-to-claim";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The groups. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GroupsPage"];
                };
            };
        };
    };
    "auth.groups.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewGroup"];
                "application/x-www-form-urlencoded": components["schemas"]["NewGroup"];
            };
        };
        responses: {
            /** @description The group. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
        };
    };
    "auth.groups.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The group. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
        };
    };
    "auth.groups.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GroupChange"];
                "application/x-www-form-urlencoded": components["schemas"]["GroupChange"];
            };
        };
        responses: {
            /** @description The group. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Group"];
                };
            };
        };
    };
    "auth.groups.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "auth.oauthApps.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The oauth apps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthAppsPage"];
                };
            };
        };
    };
    "auth.oauthApps.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOauthApp"];
                "application/x-www-form-urlencoded": components["schemas"]["NewOauthApp"];
            };
        };
        responses: {
            /** @description The oauth app. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthApp"];
                };
            };
        };
    };
    "auth.oauthApps.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The oauth app. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthApp"];
                };
            };
        };
    };
    "auth.oauthApps.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OauthAppChange"];
                "application/x-www-form-urlencoded": components["schemas"]["OauthAppChange"];
            };
        };
        responses: {
            /** @description The oauth app. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OauthApp"];
                };
            };
        };
    };
    "auth.oauthApps.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "auth.teams.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id" | "name" | "-name";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The teams. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamsPage"];
                };
            };
        };
    };
    "auth.teams.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTeam"];
                "application/x-www-form-urlencoded": components["schemas"]["NewTeam"];
            };
        };
        responses: {
            /** @description The team. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    "auth.teams.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The team. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    "auth.teams.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamChange"];
                "application/x-www-form-urlencoded": components["schemas"]["TeamChange"];
            };
        };
        responses: {
            /** @description The team. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
        };
    };
    "auth.teams.delete": {
        parameters: {
            query?: {
                moveToTeamId?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /** @description Parameters may also be in the body. */
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: int32 */
                    moveToTeamId?: number;
                };
            };
        };
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "auth.users.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id" | "name" | "-name" | "created" | "-created";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                /** @description Matches any of the values. */
                role?: ("Owner" | "Broker" | "Agent" | "Lender")[];
                name?: string;
                email?: string;
                includeDeleted?: boolean | (0 | 1);
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The users. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsersPage"];
                };
            };
        };
    };
    "auth.users.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewUser"];
                "application/x-www-form-urlencoded": components["schemas"]["NewUser"];
            };
        };
        responses: {
            /** @description The user. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    "auth.users.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    "auth.users.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserChange"];
                "application/x-www-form-urlencoded": components["schemas"]["UserChange"];
            };
        };
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    "auth.users.delete": {
        parameters: {
            query?: {
                /** @example 1 */
                assignTo?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /** @description Parameters may also be in the body. */
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: int32 */
                    assignTo?: number;
                };
            };
        };
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "deals.dealCustomFields.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id" | "orderWeight" | "-orderWeight" | "name" | "-name";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                label?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deal custom fields. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DealCustomFieldsPage"];
                };
            };
        };
    };
    "deals.dealCustomFields.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDealCustomField"];
                "application/x-www-form-urlencoded": components["schemas"]["NewDealCustomField"];
            };
        };
        responses: {
            /** @description The deal custom field. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DealCustomField"];
                };
            };
        };
    };
    "deals.dealCustomFields.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deal custom field. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DealCustomField"];
                };
            };
        };
    };
    "deals.dealCustomFields.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DealCustomFieldChange"];
                "application/x-www-form-urlencoded": components["schemas"]["DealCustomFieldChange"];
            };
        };
        responses: {
            /** @description The deal custom field. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DealCustomField"];
                };
            };
        };
    };
    "deals.dealCustomFields.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "deals.deals.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description One of id, price, orderWeight, name, or the name of a custom field. A leading - sorts descending. Default: newest first. */
                sort?: string;
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                pipelineId?: number;
                /** @description Matches any of the values. */
                stageId?: number[];
                userId?: number;
                personId?: number;
                /** @description Matches any of the values. */
                status?: ("Active" | "Archived" | "Deleted")[];
                includeDeleted?: boolean | (0 | 1);
                includeArchived?: boolean | (0 | 1);
                closed?: boolean | (0 | 1);
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deals. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DealsPage"];
                };
            };
        };
    };
    "deals.deals.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDeal"];
                "application/x-www-form-urlencoded": components["schemas"]["NewDeal"];
            };
        };
        responses: {
            /** @description The deal. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deal"];
                };
            };
        };
    };
    "deals.deals.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deal"];
                };
            };
        };
    };
    "deals.deals.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DealChange"];
                "application/x-www-form-urlencoded": components["schemas"]["DealChange"];
            };
        };
        responses: {
            /** @description The deal. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deal"];
                };
            };
        };
    };
    "deals.deals.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "deals.pipelines.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id" | "orderWeight" | "-orderWeight" | "name" | "-name";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                name?: string;
                /** @description Matches any of the values. */
                stageId?: number[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pipelines. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PipelinesPage"];
                };
            };
        };
    };
    "deals.pipelines.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPipeline"];
                "application/x-www-form-urlencoded": components["schemas"]["NewPipeline"];
            };
        };
        responses: {
            /** @description The pipeline. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pipeline"];
                };
            };
        };
    };
    "deals.pipelines.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pipeline. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pipeline"];
                };
            };
        };
    };
    "deals.pipelines.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PipelineChange"];
                "application/x-www-form-urlencoded": components["schemas"]["PipelineChange"];
            };
        };
        responses: {
            /** @description The pipeline. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pipeline"];
                };
            };
        };
    };
    "deals.pipelines.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "marketing.actionPlans.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id" | "name" | "-name";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                /** @description Matches any of the values. */
                status?: ("Active" | "Deleted")[];
                /** @description Matches any of the values. */
                names?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The action plans. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionPlansPage"];
                };
            };
        };
    };
    "marketing.actionPlans.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewActionPlan"];
                "application/x-www-form-urlencoded": components["schemas"]["NewActionPlan"];
            };
        };
        responses: {
            /** @description The action plan. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionPlan"];
                };
            };
        };
    };
    "marketing.actionPlans.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The action plan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionPlan"];
                };
            };
        };
    };
    "marketing.actionPlans.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActionPlanChange"];
                "application/x-www-form-urlencoded": components["schemas"]["ActionPlanChange"];
            };
        };
        responses: {
            /** @description The action plan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionPlan"];
                };
            };
        };
    };
    "marketing.actionPlans.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "marketing.actionPlansPeople.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                personId?: number;
                actionPlanId?: number;
                /** @description Matches any of the values. */
                status?: ("Running" | "Paused" | "Completed")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The applied plans. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppliedPlansPage"];
                };
            };
        };
    };
    "marketing.actionPlansPeople.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAppliedPlan"];
                "application/x-www-form-urlencoded": components["schemas"]["NewAppliedPlan"];
            };
        };
        responses: {
            /** @description The applied plan. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppliedPlan"];
                };
            };
        };
    };
    "marketing.actionPlansPeople.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The applied plan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppliedPlan"];
                };
            };
        };
    };
    "marketing.actionPlansPeople.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppliedPlanChange"];
                "application/x-www-form-urlencoded": components["schemas"]["AppliedPlanChange"];
            };
        };
        responses: {
            /** @description The applied plan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AppliedPlan"];
                };
            };
        };
    };
    "marketing.emCampaigns.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id" | "name" | "-name";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                origin?: string;
                originId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The em campaigns. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmCampaignsPage"];
                };
            };
        };
    };
    "marketing.emCampaigns.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEmCampaign"];
                "application/x-www-form-urlencoded": components["schemas"]["NewEmCampaign"];
            };
        };
        responses: {
            /** @description The em campaign. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmCampaign"];
                };
            };
        };
    };
    "marketing.emCampaigns.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The em campaign. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmCampaign"];
                };
            };
        };
    };
    "marketing.emCampaigns.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmCampaignChange"];
                "application/x-www-form-urlencoded": components["schemas"]["EmCampaignChange"];
            };
        };
        responses: {
            /** @description The em campaign. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmCampaign"];
                };
            };
        };
    };
    "marketing.templates.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id" | "name" | "-name";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The templates. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplatesPage"];
                };
            };
        };
    };
    "marketing.templates.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTemplate"];
                "application/x-www-form-urlencoded": components["schemas"]["NewTemplate"];
            };
        };
        responses: {
            /** @description The template. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    "marketing.templates.get": {
        parameters: {
            query?: {
                mergePersonId?: number;
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    "marketing.templates.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TemplateChange"];
                "application/x-www-form-urlencoded": components["schemas"]["TemplateChange"];
            };
        };
        responses: {
            /** @description The template. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
        };
    };
    "marketing.templates.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "notifier.auditLog.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audit record. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditRecord"];
                };
            };
        };
    };
    "notifier.auditLog.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                userId?: number;
                resource?: string;
                resourceId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audit records. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditRecordsPage"];
                };
            };
        };
    };
    "notifier.notifications.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notification. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
                };
            };
        };
    };
    "notifier.notifications.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationChange"];
                "application/x-www-form-urlencoded": components["schemas"]["NotificationChange"];
            };
        };
        responses: {
            /** @description The notification. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
                };
            };
        };
    };
    "notifier.notifications.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                /** @description Matches any of the values. */
                type?: string[];
                read?: boolean | (0 | 1);
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notifications. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationsPage"];
                };
            };
        };
    };
    "notifier.publishedInboxApps.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The published inbox apps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedInboxAppsPage"];
                };
            };
        };
    };
    "notifier.publishedInboxApps.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPublishedInboxApp"];
                "application/x-www-form-urlencoded": components["schemas"]["NewPublishedInboxApp"];
            };
        };
        responses: {
            /** @description The published inbox app. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedInboxApp"];
                };
            };
        };
    };
    "notifier.publishedInboxApps.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The published inbox app. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedInboxApp"];
                };
            };
        };
    };
    "notifier.publishedInboxApps.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PublishedInboxAppChange"];
                "application/x-www-form-urlencoded": components["schemas"]["PublishedInboxAppChange"];
            };
        };
        responses: {
            /** @description The published inbox app. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedInboxApp"];
                };
            };
        };
    };
    "notifier.publishedInboxApps.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "notifier.webhooks.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id" | "created" | "-created" | "updated" | "-updated" | "status" | "-status" | "event" | "-event";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                /** @description Matches any of the values. */
                event?: ("peopleCreated" | "peopleUpdated" | "peopleDeleted" | "notesCreated" | "notesUpdated" | "notesDeleted" | "tasksCreated" | "tasksUpdated" | "tasksDeleted" | "textMessagesCreated" | "textMessagesUpdated" | "textMessagesDeleted" | "callsCreated" | "callsUpdated" | "callsDeleted" | "emEventsOpened" | "emEventsClicked" | "emEventsUnsubscribed" | "eventsCreated" | "peopleTagsCreated" | "peopleStageUpdated" | "dealsCreated" | "dealsUpdated" | "dealsDeleted" | "pipelineCreated" | "pipelineUpdated" | "pipelineDeleted" | "stageCreated" | "stageUpdated" | "stageDeleted" | "customFieldsCreated" | "customFieldsUpdated" | "customFieldsDeleted" | "pipelineStageCreated" | "pipelineStageUpdated" | "pipelineStageDeleted" | "dealCustomFieldsCreated" | "dealCustomFieldsUpdated" | "dealCustomFieldsDeleted" | "appointmentsCreated" | "appointmentsUpdated" | "appointmentsDeleted" | "peopleRelationshipCreated" | "peopleRelationshipUpdated" | "peopleRelationshipDeleted" | "reactionCreated" | "reactionDeleted" | "threadedReplyCreated" | "threadedReplyUpdated" | "threadedReplyDeleted" | "emailsCreated" | "emailsUpdated" | "emailsDeleted")[];
                /** @description Matches any of the values. */
                status?: ("Active" | "Disabled")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhooksPage"];
                };
            };
        };
    };
    "notifier.webhooks.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
                "application/x-www-form-urlencoded": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description The webhook. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    "notifier.webhooks.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    "notifier.webhooks.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChange"];
                "application/x-www-form-urlencoded": components["schemas"]["WebhookChange"];
            };
        };
        responses: {
            /** @description The webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    "notifier.webhooks.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "people.calls.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id" | "created" | "-created";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                personId?: number;
                phone?: string;
                toNumber?: string;
                fromNumber?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The phone calls. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneCallsPage"];
                };
            };
        };
    };
    "people.calls.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPhoneCall"];
                "application/x-www-form-urlencoded": components["schemas"]["NewPhoneCall"];
            };
        };
        responses: {
            /** @description The phone call. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneCall"];
                };
            };
        };
    };
    "people.calls.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The phone call. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneCall"];
                };
            };
        };
    };
    "people.calls.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PhoneCallChange"];
                "application/x-www-form-urlencoded": components["schemas"]["PhoneCallChange"];
            };
        };
        responses: {
            /** @description The phone call. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhoneCall"];
                };
            };
        };
    };
    "people.calls.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "people.customFields.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id" | "orderWeight" | "-orderWeight" | "name" | "-name";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                label?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The custom fields. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldsPage"];
                };
            };
        };
    };
    "people.customFields.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCustomField"];
                "application/x-www-form-urlencoded": components["schemas"]["NewCustomField"];
            };
        };
        responses: {
            /** @description The custom field. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomField"];
                };
            };
        };
    };
    "people.customFields.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The custom field. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomField"];
                };
            };
        };
    };
    "people.customFields.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomFieldChange"];
                "application/x-www-form-urlencoded": components["schemas"]["CustomFieldChange"];
            };
        };
        responses: {
            /** @description The custom field. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomField"];
                };
            };
        };
    };
    "people.customFields.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "people.events.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    "people.leadFlows.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id" | "orderWeight" | "-orderWeight";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lead flows. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadFlowsPage"];
                };
            };
        };
    };
    "people.leadFlows.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewLeadFlow"];
                "application/x-www-form-urlencoded": components["schemas"]["NewLeadFlow"];
            };
        };
        responses: {
            /** @description The lead flow. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadFlow"];
                };
            };
        };
    };
    "people.leadFlows.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The lead flow. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadFlow"];
                };
            };
        };
    };
    "people.leadFlows.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeadFlowChange"];
                "application/x-www-form-urlencoded": components["schemas"]["LeadFlowChange"];
            };
        };
        responses: {
            /** @description The lead flow. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LeadFlow"];
                };
            };
        };
    };
    "people.leadFlows.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "people.notes.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id" | "created" | "-created";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                personId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotesPage"];
                };
            };
        };
    };
    "people.notes.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewNote"];
                "application/x-www-form-urlencoded": components["schemas"]["NewNote"];
            };
        };
        responses: {
            /** @description The note. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
        };
    };
    "people.notes.get": {
        parameters: {
            query?: {
                includeThreadedReplies?: boolean | (0 | 1);
                includeReactions?: boolean | (0 | 1);
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The note. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
        };
    };
    "people.notes.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteChange"];
                "application/x-www-form-urlencoded": components["schemas"]["NoteChange"];
            };
        };
        responses: {
            /** @description The note. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Note"];
                };
            };
        };
    };
    "people.notes.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "people.people.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description One of id, created, updated, name, firstName, lastName, price, stage, lastActivity, lastReceivedEmail, lastSentEmail, lastEmail, lastEmEventActivity, lastCommunication, emailsReceived, emailsSent, lastIncomingCall, lastOutgoingCall, lastCall, firstCall, callsIncoming, callsOutgoing, callsDuration, lastReceivedText, lastSentText, lastText, lastLeadActivity, lastIdxVisit, textsReceived, textsSent, propertiesViewed, propertiesSaved, pagesViewed, nextTask, or the name of a custom field. A leading - sorts descending. Default: newest first. */
                sort?: string;
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                name?: string;
                firstName?: string;
                lastName?: string;
                email?: string;
                phone?: string;
                /** @description Matches any of the values. */
                stage?: string[];
                /** @description Matches any of the values. */
                stageId?: number[];
                /** @description Matches any of the values. */
                source?: string[];
                assignedTo?: string;
                /** @description Matches any of the values. */
                assignedUserId?: number[];
                /** @description Matches any of the values. */
                assignedLenderId?: number[];
                assignedLenderName?: string;
                contacted?: boolean | (0 | 1);
                priceAbove?: number;
                priceBelow?: number;
                /** @description Matches any of the values. */
                tags?: string[];
                lastActivityAfter?: string;
                lastActivityBefore?: string;
                includeTrash?: boolean | (0 | 1);
                includeUnclaimed?: boolean | (0 | 1);
                q?: string;
                assignedPondId?: number;
                timeframeId?: number;
                smartListId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The people. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PeoplePage"];
                };
            };
        };
    };
    "people.people.create": {
        parameters: {
            query?: {
                deduplicate?: boolean | (0 | 1);
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPerson"];
                "application/x-www-form-urlencoded": components["schemas"]["NewPerson"];
            };
        };
        responses: {
            /** @description The existing one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
            /** @description The person. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    "people.people.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    "people.people.update": {
        parameters: {
            query?: {
                mergeTags?: boolean | (0 | 1);
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PersonChange"];
                "application/x-www-form-urlencoded": components["schemas"]["PersonChange"];
            };
        };
        responses: {
            /** @description The person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Person"];
                };
            };
        };
    };
    "people.people.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "people.ponds.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id" | "name" | "-name";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ponds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PondsPage"];
                };
            };
        };
    };
    "people.ponds.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPond"];
                "application/x-www-form-urlencoded": components["schemas"]["NewPond"];
            };
        };
        responses: {
            /** @description The pond. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pond"];
                };
            };
        };
    };
    "people.ponds.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pond. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pond"];
                };
            };
        };
    };
    "people.ponds.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PondChange"];
                "application/x-www-form-urlencoded": components["schemas"]["PondChange"];
            };
        };
        responses: {
            /** @description The pond. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pond"];
                };
            };
        };
    };
    "people.ponds.delete": {
        parameters: {
            query?: {
                assignTo?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /** @description Parameters may also be in the body. */
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: int32 */
                    assignTo?: number;
                };
            };
        };
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "people.smartLists.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id" | "name" | "-name";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                fub2?: string;
                all?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The smart lists. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmartListsPage"];
                };
            };
        };
    };
    "people.smartLists.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSmartList"];
                "application/x-www-form-urlencoded": components["schemas"]["NewSmartList"];
            };
        };
        responses: {
            /** @description The smart list. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmartList"];
                };
            };
        };
    };
    "people.smartLists.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The smart list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmartList"];
                };
            };
        };
    };
    "people.smartLists.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SmartListChange"];
                "application/x-www-form-urlencoded": components["schemas"]["SmartListChange"];
            };
        };
        responses: {
            /** @description The smart list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmartList"];
                };
            };
        };
    };
    "people.smartLists.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "people.stages.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "orderWeight" | "-orderWeight" | "id" | "-id" | "name" | "-name";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StagesPage"];
                };
            };
        };
    };
    "people.stages.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewStage"];
                "application/x-www-form-urlencoded": components["schemas"]["NewStage"];
            };
        };
        responses: {
            /** @description The stage. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stage"];
                };
            };
        };
    };
    "people.stages.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The stage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stage"];
                };
            };
        };
    };
    "people.stages.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StageChange"];
                "application/x-www-form-urlencoded": components["schemas"]["StageChange"];
            };
        };
        responses: {
            /** @description The stage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stage"];
                };
            };
        };
    };
    "people.stages.delete": {
        parameters: {
            query?: {
                /** @example 1 */
                assignStageId?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        /** @description Parameters may also be in the body. */
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: int32 */
                    assignStageId?: number;
                };
            };
        };
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "people.tasks.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id" | "created" | "-created" | "dueDate" | "-dueDate" | "name" | "-name";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                personId?: number;
                assignedTo?: string;
                /** @description Matches any of the values. */
                assignedUserId?: number[];
                name?: string;
                /** @description Matches any of the values. */
                type?: ("Follow Up" | "Call" | "Text" | "Email" | "Appointment" | "Showing" | "Closing" | "Open House" | "Thank You")[];
                isCompleted?: boolean | (0 | 1);
                due?: "today" | "overdue" | "upcoming";
                dueStart?: string;
                dueEnd?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tasks. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TasksPage"];
                };
            };
        };
    };
    "people.tasks.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTask"];
                "application/x-www-form-urlencoded": components["schemas"]["NewTask"];
            };
        };
        responses: {
            /** @description The task. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    "people.tasks.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The task. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    "people.tasks.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskChange"];
                "application/x-www-form-urlencoded": components["schemas"]["TaskChange"];
            };
        };
        responses: {
            /** @description The task. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Task"];
                };
            };
        };
    };
    "people.tasks.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "people.textMessages.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id" | "created" | "-created";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
                personId?: number;
                toNumber?: string;
                fromNumber?: string;
                isIncoming?: boolean | (0 | 1);
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text messages. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TextMessagesPage"];
                };
            };
        };
    };
    "people.textMessages.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTextMessage"];
                "application/x-www-form-urlencoded": components["schemas"]["NewTextMessage"];
            };
        };
        responses: {
            /** @description The text message. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TextMessage"];
                };
            };
        };
    };
    "people.textMessages.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text message. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TextMessage"];
                };
            };
        };
    };
    "people.textMessages.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TextMessageChange"];
                "application/x-www-form-urlencoded": components["schemas"]["TextMessageChange"];
            };
        };
        responses: {
            /** @description The text message. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TextMessage"];
                };
            };
        };
    };
    "people.textMessages.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "people.timeframes.get": {
        parameters: {
            query?: {
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The timeframe. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Timeframe"];
                };
            };
        };
    };
    "people.timeframes.list": {
        parameters: {
            query?: {
                limit?: components["parameters"]["limit"];
                /** @description Records to skip. For deeper pages use next. */
                offset?: components["parameters"]["offset"];
                /** @description _metadata.next of the previous page. */
                next?: components["parameters"]["next"];
                /** @description Names to show, comma-separated; allFields for all, allCustom for all custom fields. */
                fields?: components["parameters"]["fields"];
                /** @description A leading - sorts descending. Default: newest first. */
                sort?: "id" | "-id";
                /** @description Matches any of the values. */
                id?: components["parameters"]["id"];
                /** @description Matches any of the values. */
                ids?: components["parameters"]["ids"];
                idGreaterThan?: components["parameters"]["idGreaterThan"];
                idLessThan?: components["parameters"]["idLessThan"];
                createdAfter?: components["parameters"]["createdAfter"];
                createdBefore?: components["parameters"]["createdBefore"];
                updatedAfter?: components["parameters"]["updatedAfter"];
                updatedBefore?: components["parameters"]["updatedBefore"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The timeframes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeframesPage"];
                };
            };
        };
    };
    "auth.users.me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        name: string;
                        role: string;
                        email: string;
                        phone: string | null;
                        timeZone: string;
                        signature: string;
                        rawSignature: string;
                        /** @description The first characters of the key; null for an access token. */
                        apiKey: string | null;
                        account: number;
                        teamMember: boolean;
                        beta: boolean;
                        betaOnly: boolean;
                        connectedEmail: {
                            email: string | null;
                            oauthProvider: string | null;
                            shareEmails: boolean;
                            imapLeadProcessing: boolean;
                            hasSmtp: boolean;
                        };
                        leadEmailAddress: string | null;
                        callingEnabled: boolean;
                        voicemailEnabled: boolean;
                        voicemailUrl: string | null;
                        callingCapabilityToken: string | null;
                        isOwner: boolean;
                        unreadConversationCount: number;
                        notifyBy: string;
                        features: string[];
                    };
                };
            };
        };
    };
    "auth.users.identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        account: {
                            id: number;
                            domain: string;
                            name: string;
                            owner: {
                                name: string;
                                email: string;
                            };
                        };
                        user: {
                            id: number;
                            name: string;
                            email: string;
                            role: string;
                        };
                    };
                };
            };
        };
    };
    "gateway.rateLimit.limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        limits: {
                            context: string;
                            /** @description null: unlimited. */
                            limit: number | null;
                            /** @description Seconds. */
                            window: number;
                        }[];
                    };
                };
            };
        };
    };
    "gateway.rateLimit.usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requested values. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        usage: {
                            context: string;
                            /** @description null: unlimited. */
                            limit: number | null;
                            /** @description Seconds. */
                            window: number;
                            used: number | null;
                            remaining: number | null;
                        }[];
                    };
                };
            };
        };
    };
    "gateway.batch.send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    requests: {
                        /** @enum {string} */
                        method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD";
                        /** @description Path with query; begins with /v1/. */
                        path: string;
                        /** @description Any JSON; absent for GET and HEAD. */
                        body?: unknown;
                        /** @description Idempotency-Key, If-Match, If-None-Match, X-Suppress-Webhooks. */
                        headers?: {
                            [key: string]: string;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description All requests succeeded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchAnswer"];
                };
            };
            /** @description Some requests failed; each response has its own status. */
            207: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchAnswer"];
                };
            };
        };
    };
    "gateway.openapi.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The OpenAPI document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
}
