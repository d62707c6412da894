import type { Operations } from './operations-v1.ts';

/** Operations on pages, schedules, collections, templates, plugins and transitions that the interface uses. */
export const CONTENT_OPERATIONS: Operations = {
  'GET /pages': ['listPagesFlat', 'Every stored page, as `GET /v1/pages` lists them.'],
  'POST /pages': ['createPageFlat', 'Stores a page; further members than the versioned surface knows are accepted.'],
  'GET /pages/{id}': ['getPageFlat', 'One stored page with its content.'],
  'PUT /pages/{id}': ['updatePageFlat', 'Changes the members that are sent.'],
  'DELETE /pages/{id}': ['deletePageFlat', 'Deletes a page and takes it out of pins, default pages and silence.'],
  'POST /pages/{id}/restore': ['restorePage', 'The page that was deleted last comes back under its id.'],
  'GET /pages/{id}/references': [
    'listPageReferences',
    'Where a page is used, so that an owner knows what deleting it changes.',
  ],
  'POST /pages/{id}/preview': ['previewPage', 'Draws a stored page with the present data. Nothing is sent.'],
  'POST /pages/preview': ['previewPageDraft', 'Draws a page that is only being written. Nothing is stored or sent.'],
  'POST /pages/preview/batch': ['previewPages', 'Draws several pages in one call; each has a result of its own.'],
  'POST /pages/{id}/send': [
    'sendPage',
    'Shows a page until something else takes its place. `sent` and `reason` tell what came of it.',
  ],
  'GET /pages/{id}/share': ['exportPage', 'A file that another appliance can import.'],
  'POST /pages/import': [
    'importPage',
    'Stores the page of an exported file. `missing_sources` names plugins that it needs.',
  ],
  'GET /schedules': ['listSchedulesFlat', 'The rules of one board, as `GET /v1/schedules` lists them.'],
  'POST /schedules': ['createScheduleFlat', 'Stores a rule. `warnings` tells of overlaps and gaps.'],
  'GET /schedules/{id}': ['getScheduleFlat', 'One rule, with the times that it has today.'],
  'PUT /schedules/{id}': ['updateScheduleFlat', 'Changes the members that are sent.'],
  'DELETE /schedules/{id}': ['deleteScheduleFlat', 'Deletes a rule. The page that it shows stays.'],
  'GET /schedules/active/page': [
    'getScheduledPage',
    'The page that pin, rules and default page lead to now, and the next time at which that can change.',
  ],
  'POST /schedules/validate': [
    'validateSchedules',
    'Checks the weekly rules of a board for overlaps, and for gaps without a default page.',
  ],
  'GET /schedules/default-page': ['getDefaultPage', 'The page that a board shows while no rule applies.'],
  'PUT /schedules/default-page': [
    'setDefaultPage',
    'Sets or clears the page that a board shows while no rule applies.',
  ],
  'GET /schedules/enabled': ['getScheduleEnabled', 'Whether rules and default page of a board count.'],
  'PUT /schedules/enabled': [
    'setScheduleEnabled',
    'Switches the rules and the default page of a board on or off. They stay stored.',
  ],
  'GET /collections': ['listCollectionsFlat', 'Every collection with its members.'],
  'POST /collections': ['createCollectionFlat', 'Stores a collection.'],
  'GET /collections/{id}': ['getCollectionFlat', 'One collection with its members.'],
  'PUT /collections/{id}': ['updateCollectionFlat', 'Changes the members that are sent.'],
  'DELETE /collections/{id}': ['deleteCollectionFlat', 'Deletes a collection. Its pages stay.'],
  'GET /collections/{id}/references': ['listCollectionReferences', 'Where a collection is used.'],
  'POST /templates/render': ['renderTemplateFlat', 'Fills in a template and lays it out. Nothing is stored or shown.'],
  'POST /templates/validate': [
    'validateTemplate',
    'Finds mistakes in a template without drawing it, with their place.',
  ],
  'GET /templates/variables': [
    'listVariablesFlat',
    'What can stand in a template, with the present value of each variable.',
  ],
  'GET /templates/formula-functions': ['listFunctionsFlat', 'The functions that formulas know.'],
  'GET /plugins': ['listPluginsFlat', 'Every installed plugin and whether it is enabled and configured.'],
  'GET /plugins/errors': ['listPluginErrors', 'What is wrong with plugins at present.'],
  'GET /plugins/sources': [
    'listPluginSources',
    'How fresh the data of each plugin and instance is, and what its last fetch said.',
  ],
  'GET /plugins/{id}': ['getPluginFlat', 'One plugin with its settings, secrets masked.'],
  'PUT /plugins/{id}/config': [
    'replacePluginConfig',
    'Replaces all settings of a plugin. `***` keeps a stored secret.',
  ],
  'POST /plugins/{id}/confirm': [
    'confirmDestinations',
    'Takes the word of the owner for destinations that a source wants to ask, as `destinations` of the plugin or of a ' +
      'refusal lists them.',
  ],
  'POST /plugins/{id}/enable': [
    'enablePlugin',
    'Switches a plugin on; its data is fetched from then on. 409 lists the destinations that wait to be confirmed.',
  ],
  'POST /plugins/{id}/disable': ['disablePlugin', 'Switches a plugin off; its settings stay stored.'],
  'GET /plugins/{id}/manifest': [
    'getPluginManifest',
    'The manifest of a plugin: its settings, variables and abilities.',
  ],
  'GET /plugins/{id}/data': ['getPluginDataFlat', 'What a plugin reports now, laid out for the primary board as well.'],
  'GET /plugins/{id}/variables': ['getPluginVariables', 'The variables of one plugin with their present values.'],
  'GET /plugins/variables/all': [
    'listPluginVariables',
    'The variables of every enabled plugin with their present values.',
  ],
  'POST /plugins/{id}/receive': ['pushPluginDataFlat', 'Hands a payload to a plugin that takes pushed data.'],
  'GET /plugins/{id}/instances': ['listPluginInstances', 'The instances of a plugin, each with settings of its own.'],
  'POST /plugins/{id}/instances': ['addPluginInstance', 'Adds an instance under a label of its own.'],
  'PATCH /plugins/{id}/instances/{label}': [
    'renamePluginInstance',
    'Gives an instance another label, also in the pages and collections that name it.',
  ],
  'DELETE /plugins/{id}/instances/{label}': ['removePluginInstance', 'Removes an instance and its settings.'],
  'GET /plugins/{id}/demo-page': ['getDemoPage', 'Whether the plugin brings a demo page, and whether it was made.'],
  'POST /plugins/{id}/demo-page': [
    'createDemoPage',
    'Makes the demo page of a plugin; one that exists gets its first content again.',
  ],
  'GET /plugins/hosts': ['listSourceHosts', 'How often sources asked each host since midnight UTC, and what is left.'],
  'GET /plugins/source-schema': [
    'getSourceSchema',
    'JSON Schema of source files, for editors that complete and check.',
  ],
  'GET /plugins/catalogue': [
    'listCatalogue',
    'The gallery: every plugin and source, switched on or not, drawn from its sample.',
  ],
  'GET /plugins/{id}/catalogue': ['getCatalogueSource', 'One source of the gallery; nothing is asked on the network.'],
  'POST /plugins/{id}/try': [
    'tryPlugin',
    'Asks a plugin or source once, also one that is off, with these settings in place of the stored ones, and draws its ' +
      'pages. Nothing is stored or pinned. 409 lists the destinations that have to stand in `confirm`.',
  ],
  'GET /plugins/{id}/lookups/{setting}': [
    'lookUpSetting',
    'Searches at the service of the source what a setting may be. A choice can bring further settings. 409 lists the ' +
      'destinations that wait to be confirmed.',
  ],
  'POST /plugins/{id}/lookups/{setting}': [
    'searchSetting',
    'The same with these settings in place of the stored ones, such as a key that was just typed; what they say of the ' +
      'setting that is searched for does not count. Nothing is stored. 409 lists the destinations that have to stand in `confirm`.',
  ],
  'GET /plugins/{id}/sign-in': [
    'getSignIn',
    'Whether somebody is signed in with the service of a source, what went wrong, and what is done at the service before.',
  ],
  'POST /plugins/{id}/sign-in': [
    'beginSignIn',
    'Open `waiting.url` in a browser. `redirect` comes back by itself, `paste` waits for the address of the browser, ' +
      '`device` for the `user_code` that is typed there. 409 lists the destinations that wait to be confirmed.',
  ],
  'POST /plugins/{id}/sign-in/finish': [
    'finishSignIn',
    'Reads code and state out of the address. Only the session that began may finish, within ten minutes and once.',
  ],
  'DELETE /plugins/{id}/sign-in': [
    'signOut',
    'Forgets the tokens, ends a sign-in that waits, and asks the service to end the tokens.',
  ],
  'GET /sign-in/redirect': [
    'takeSignInRedirect',
    'For browsers alone: the address that is registered at a service. It leads nowhere but to the page of the source.',
  ],
  'POST /plugins/own/check': [
    'checkOwnSource',
    'Reads a file without keeping it, and tries damaged answers on its samples. Problems have line, column and what was ' +
      'expected there.',
  ],
  'POST /plugins/own': [
    'saveOwnSource',
    'Keeps a file. Of another edition nothing is confirmed but what `confirm` lists, or `local` means.',
  ],
  'POST /plugins/own/answer': [
    'readOwnAnswer',
    'Asks an address once. Keys in it become secret settings of the file that is being made.',
  ],
  'POST /plugins/own/try': [
    'tryOwnSource',
    'Makes the requests of a file, with these settings, and draws its pages. 409 lists the destinations that have to ' +
      'stand in `confirm`.',
  ],
  'GET /plugins/{id}/file': ['getOwnSource', 'A file to share or to change. Settings and secrets are no part of it.'],
  'DELETE /plugins/{id}/file': ['removeOwnSource', 'Removes a source that the owner brought.'],
  'GET /triggers': ['listTriggers', 'What plugins want shown at present, the one that wins first.'],
  'GET /triggers/active': ['getActiveTrigger', 'What a plugin has on the boards at present.'],
  'POST /triggers/check': ['checkTriggers', 'Asks plugins at once instead of at the next round.'],
  'POST /triggers/clear': ['clearTriggers', 'Takes everything down that plugins have put up.'],
  'POST /triggers/{id}/dismiss': ['dismissTrigger', 'Takes down what one trigger has put up.'],
  'GET /displays': ['listDisplays', 'The enabled data plugins as sources of whole pages.'],
  'GET /displays/{display_type}': ['getDisplay', 'The lines that a source makes for the primary board.'],
  'GET /displays/{display_type}/raw': ['getDisplayData', 'The data behind the lines of a source.'],
  'POST /displays/raw/batch': [
    'listDisplayData',
    'The data of several sources in one call; each has a result of its own.',
  ],
  'GET /transitions/plugins': ['listTransitionPlugins', 'Plugins that play a transition frame by frame.'],
  'POST /transitions/preview': [
    'previewTransition',
    'Computes the frames of a transition between two texts. Nothing is sent.',
  ],
  'POST /transitions/test-live': ['testTransition', 'Plays a transition on a real board, once.'],
  'POST /transitions/restore': ['restoreAfterTransition', 'Shows the programme of a board again after a test.'],
};
