const verbs = (subject: string): string[] => ['Created', 'Updated', 'Deleted'].map((verb) => `${subject}${verb}`);

/** Names that a webhook can be registered for, in the groups that the page shows. */
export const WEBHOOK_EVENTS: readonly { readonly group: string; readonly items: string[] }[] = [
  { group: 'People', items: [...verbs('people'), 'peopleTagsCreated', 'peopleStageUpdated'] },
  { group: 'Notes', items: verbs('notes') },
  { group: 'Tasks', items: verbs('tasks') },
  { group: 'Text messages', items: verbs('textMessages') },
  { group: 'Calls', items: verbs('calls') },
  { group: 'E-mail marketing', items: ['emEventsOpened', 'emEventsClicked', 'emEventsUnsubscribed'] },
  { group: 'Site activity', items: ['eventsCreated'] },
  { group: 'Deals', items: [...verbs('deals'), ...verbs('pipeline')] },
  { group: 'Settings', items: [...verbs('stage'), ...verbs('customFields')] },
];
