import type { Operations } from './operations-v1.ts';

/** Operations on the service, its boards, settings, network, accounts and updates. */
export const APPLIANCE_OPERATIONS: Operations = {
  'GET /health': ['getHealthFlat', 'A quick sign of life that needs no credentials.'],
  'GET /status': ['getStatusFlat', 'How the service and each board run.'],
  'POST /status/damage/dismiss': [
    'dismissDamage',
    'Takes the notes about damaged files out of the status; the files that were kept aside stay where they are.',
  ],
  'POST /status/safe-start/end': [
    'endSafeStart',
    'Switches on again what a safe start left off, at once. What was worked on when the service ended stays off: a page until it is changed, a plugin or source until it is switched on.',
  ],
  'GET /boot': [
    'bootInterface',
    'The answers of everything that the first view asks for, in one. What takes long is left out.',
  ],
  'GET /version': ['getVersion', 'Which version runs, and on what machine.'],
  'GET /discover': ['identifyAppliance', 'Name and version of the appliance, for programs that search the network.'],
  'GET /config': ['getConfig', 'The most important settings at a glance.'],
  'GET /config/validate': ['validateConfig', 'Checks whether the settings lead to working boards.'],
  'GET /logs': ['listLogs', 'Lines of the log, filtered by level and text, a page at a time.'],
  'GET /config/full': ['getFullConfig', 'The complete configuration for a bug report.'],
  'GET /settings/all': ['getAllSettings', 'Every part of the settings, as its own operation answers it.'],
  'POST /start': ['startLoop', 'Lets the programme change what boards show.'],
  'POST /stop': ['stopLoop', 'Keeps the programme from changing what boards show.'],
  'POST /force-refresh': [
    'forceRefresh',
    'Fetches data, draws pages and writes every board, whether anything changed or not.',
  ],
  'GET /board/current-message': ['getCurrentMessage', 'The last known content of a board.'],
  'GET /settings/active-page': ['getActivePage', 'The pin of a board, and the page that it stands for now.'],
  'PUT /settings/active-page': ['setActivePageFlat', 'Pins or unpins, as `PUT /v1/boards/{board}/active-page` does.'],
  'POST /settings/board/{id}/pause': [
    'pauseBoard',
    'A paused board is neither written nor read. With `paused_until` it runs again by itself.',
  ],
  'PATCH /boards/{board}': [
    'updateBoardFlat',
    'Only what is sent changes. `paused_until` pauses the board and says when that ends.',
  ],
  'GET /boards/{board}/quiet': ['getQuiet', 'Until when a board is left alone.'],
  'PUT /boards/{board}/quiet': [
    'startQuiet',
    'Writes meanwhile are 409 with the reason `quiet`. Afterwards the programme follows at once.',
  ],
  'DELETE /boards/{board}/quiet': ['endQuiet', 'The programme follows at once.'],
  'GET /boards/{board}/brightness': [
    'getBrightness',
    'Silence is left out: a display is off in it unless its board says otherwise. 409 for boards without light.',
  ],
  'PUT /boards/{board}/brightness': [
    'setBrightness',
    'Only sent members apply. `brightness` holds until a window begins or ends, without windows for good; null ends it. ' +
      'Other programs, such as one that reads a light sensor, may send it as often as they like.',
  ],
  'POST /boards/{board}/show': [
    'showForAWhile',
    'It goes before the pin, and leaves nothing behind: afterwards pin, rules and default page count again.',
  ],
  'POST /boards/{board}/next': ['nextInRotation', 'The rotation goes on from there. 409 where none runs.'],
  'POST /boards/{board}/previous': ['previousInRotation', 'The rotation goes on from there. 409 where none runs.'],
  'POST /boards/{board}/hold': ['holdRotation', 'Afterwards the rotation goes on where it stood. 409 where none runs.'],
  'POST /settings/board/{id}/identify': [
    'identifyBoard',
    'Shows the name of a board on it for ten seconds, and then what was there.',
  ],
  'POST /boards/{board}/message': [
    'postMessage',
    'Shows a message as `POST /v1/boards/{board}/message` does, with everything else that it may say. `state` tells ' +
      'where it stands, `ends_by` what ends it by itself, `warnings` what of it is unknown. With `boards` the path ' +
      'names `-`, and each board is answered.',
  ],
  'GET /boards/{board}/messages': ['listMessages', 'What is up on a board, what waits for its turn, what is planned.'],
  'POST /boards/{board}/vbml': [
    'postVbml',
    "Draws a document of Vestaboard's markup language for the board and shows it as a message, with what a message may " +
      'say beside its content. Components without a position stand side by side; those with one lie over them.',
  ],
  'PATCH /messages/{id}': ['moveMessage', 'Gives a message that waits or is planned another time.'],
  'DELETE /messages/{id}': ['removeMessage', 'Ends one message. What it covered comes back with its remaining time.'],
  'POST /messages/{id}/acknowledge': ['acknowledgeMessage', 'Ends a message that waits for somebody to read it.'],
  'GET /boards/conditions': [
    'listBoardConditions',
    'What each board shows, why, since when and until when, and what is wrong with it.',
  ],
  'POST /boards/{id}/restore': [
    'restoreBoard',
    'Writes once more what the board is expected to show. Messages, pins and rules stay as they are.',
  ],
  'GET /boards/{id}/actions': [
    'listBoardActions',
    'What the hardware of a board can do besides showing text, such as homing.',
  ],
  'POST /boards/{id}/actions/{action}': [
    'runBoardAction',
    'Carries out a command of the hardware. The body holds what the command needs.',
  ],
  'GET /settings/silence-schedule': ['getSilence', 'When boards stay still.'],
  'PUT /settings/silence-schedule': ['setSilence', 'Sets when boards stay still and what they show meanwhile.'],
  'DELETE /settings/silence-schedule/{board}': [
    'resetSilence',
    'Removes what a board has of its own, so that the window of the install counts again.',
  ],
  'GET /silence-status': ['getSilenceStatus', 'Whether a board is silent now, and when that changes.'],
  'GET /settings/temporary-override': ['getOverride', 'The timed message that runs on a board, and what follows it.'],
  'POST /settings/temporary-override': ['startOverride', 'Shows a page or template lines past the programme.'],
  'DELETE /settings/temporary-override': [
    'endOverride',
    'Takes the timed message down. The body can say what follows instead.',
  ],
  'GET /settings/transitions': [
    'getTransitions',
    'How flaps turn from one content to the next unless a page or message says otherwise.',
  ],
  'PUT /settings/transitions': ['setTransitions', 'Sets how flaps turn from one content to the next.'],
  'GET /settings/polling': ['getPolling', 'Intervals in seconds.'],
  'PUT /settings/polling': ['setPolling', 'Sets the intervals that are sent; they count at once.'],
  'GET /settings/new-boards': [
    'getNewBoards',
    'What boards that are added begin with: a page, another board, or nothing.',
  ],
  'PUT /settings/new-boards': [
    'setNewBoards',
    'Sets what boards that are added begin with; a board gives its pin, rules and default page, as far as they fit.',
  ],
  'GET /settings/display': ['getDisplaySettings', 'Motion and speed of the boards that browsers draw.'],
  'PUT /settings/display': ['setDisplaySettings', 'Sets the members that are sent.'],
  'GET /settings/mqtt': ['getMqtt', 'The settings of the connection to a broker. The password is masked.'],
  'PUT /settings/mqtt': [
    'setMqtt',
    'Sets the members that are sent; the connection follows at once. The password is kept with `***` and ' +
      'removed with an empty text.',
  ],
  'GET /settings/gpio': ['getGpio', 'What the buttons do, and which pins they and the light use.'],
  'PUT /settings/gpio': ['setGpio', 'Sets the members that are sent; they count at once.'],
  'GET /settings/pins': [
    'listPins',
    'The pins of the header by their GPIO number. A pin has one user at most: the button, the light, a board, or a bus of the machine.',
  ],
  'GET /settings/wizard': ['getWizard', 'Whether the first steps were completed or skipped.'],
  'PUT /settings/wizard': ['setWizard', 'Notes that the first steps are done with; null shows them again.'],
  'GET /settings/beta': ['getBeta', 'Features that are not finished, and whether they are on.'],
  'PUT /settings/beta': ['setBeta', 'Switches features that are not finished on or off.'],
  'GET /settings/location/places': [
    'findPlaces',
    'Places by the beginning of a name, of the 20,000 largest after GeoNames; `Paris, US` names a region or country.',
  ],
  'GET /settings/location/sun-times': ['getSunTimes', 'When the sun rises and sets at the place of the install.'],
  'GET /settings/location/sun-times-week': ['listSunTimes', 'When the sun rises and sets on seven days.'],
  'GET /boards/{id}/picture.svg': [
    'getBoardPictureSvg',
    'What the board shows now, blank flaps while nobody knows. With `at` what it will show then, with the data of now.',
  ],
  'GET /pages/{id}/picture.svg': ['getPagePictureSvg', 'The page with what its sources report now.'],
  'POST /pages/preview/picture.svg': ['drawDraftPictureSvg', 'Draws without storing.'],
  'GET /boards/{id}/picture.png': [
    'getBoardPicturePng',
    'What the board shows now, blank flaps while nobody knows. With `at` what it will show then, with the data of now.',
  ],
  'GET /pages/{id}/picture.png': ['getPagePicturePng', 'The page with what its sources report now.'],
  'POST /pages/preview/picture.png': ['drawDraftPicturePng', 'Draws without storing.'],
  'GET /boards/{id}/picture.apng': [
    'getTransitionPicture',
    'To a page from what the board shows, or, without one, from blank flaps to what it shows.',
  ],
  'GET /boards/{id}/history': [
    'getHistory',
    'The last 200 frames of a board with who put them there, when and why, the newest first; over a restart too.',
  ],
  'POST /history/{id}/send': [
    'sendFromHistory',
    'Shows a frame again on its board, as a message: until something else replaces it, or for `minutes`.',
  ],
  'GET /favourites': ['listFavourites', 'Messages that are shown often, each with one tap.'],
  'POST /favourites': [
    'createFavourite',
    'A message with a name: content as in a message, `boards` (ids, or `all`; the primary one unless given) and `minutes`.',
  ],
  'PATCH /favourites/{id}': ['updateFavourite', 'What is sent applies; a new content takes the place of the old one.'],
  'DELETE /favourites/{id}': ['deleteFavourite', 'Its tokens are revoked with it.'],
  'POST /favourites/{id}/send': [
    'sendFavourite',
    'Shows the favourite on its boards. With a session, or with a token of this favourite as bearer.',
  ],
  'POST /favourites/{id}/token': [
    'createFavouriteToken',
    'A token that can send this favourite and opens nothing else, for shortcuts, tags and codes to scan. Only its hash is kept.',
  ],
  'DELETE /favourites/{id}/token': ['revokeFavouriteTokens', 'No token opens this favourite any more.'],
  'GET /shares': [
    'listShareLinks',
    'Links that have ended, and those of boards and pages that are gone, are left out.',
  ],
  'POST /shares': [
    'createShareLink',
    'Whoever has the link sees the picture of that board or page, and nothing else, until the link ends.',
  ],
  'DELETE /shares/{id}': ['revokeShareLink', 'Whoever has the link sees nothing any more.'],
  'POST /screens/pairing': [
    'beginPairing',
    'A browser without a login asks for a code of six characters and shows it. The code is valid for ten minutes.',
  ],
  'POST /screens/pairing/token': [
    'collectScreenToken',
    'Asked every few seconds by the screen that shows the code. The token is answered once.',
  ],
  'GET /screens/pairing': [
    'listWaitingScreens',
    'Screens whose code nobody has confirmed yet, with what tells them apart.',
  ],
  'GET /screens': ['listScreens', 'Paired screens, when they were last seen, and whether they listen now.'],
  'POST /screens': [
    'pairScreen',
    'Gives the screen that shows a code its boards. Without a code nobody collects the token: it is in the answer, once.',
  ],
  'PATCH /screens/{id}': ['updateScreen', 'The screen follows at once.'],
  'DELETE /screens/{id}': ['revokeScreen', 'The stream of the screen ends, and it shows a code again.'],
  'GET /screens/view': [
    'readScreenView',
    'For the token of a screen, a session, or anybody while login is off. A token reads the boards of its screen only.',
  ],
  'GET /screens/events': [
    'streamScreenFrames',
    'Server-sent events `frame` of the boards. The stream ends when the settings of the screen or of its boards change.',
  ],
  'GET /timeline': ['getTimeline', 'Looks ahead with the same rules that boards follow.'],
  'GET /settings/board/discover': [
    'discoverBoards',
    'Machines nearby that could be boards, and serial ports of this one.',
  ],
  'GET /settings/board/drivers': [
    'listPanelDrivers',
    'What a panel can be driven by: each driver with its name for people, the fields of its connection, and what its hardware can tell.',
  ],
  'POST /config/board/test': [
    'testBoard',
    "Tries to reach a board with the settings that are sent. With `board_id`, what is not sent is that board's.",
  ],
  'POST /config/board/enable-local-api': [
    'enableLocalApi',
    'Asks a Vestaboard for its key. The key is stored with a board that is named.',
  ],
  'GET /settings/board/{id}/local-api': [
    'getServedLocalApi',
    'The port and the token with which other programs write on the board as if it were a Vestaboard.',
  ],
  'POST /settings/board/{id}/local-api/rotate': [
    'rotateServedLocalApi',
    'Makes a new enablement token, so that earlier keys stop working.',
  ],
  'GET /settings/board/follow/discover': [
    'discoverHubs',
    "Asks the home network for MQTT brokers, the appliance's own first, and each of them for the topics of hubs.",
  ],
  'GET /walls': [
    'listAskingWalls',
    'Walls of other appliances that have a broker and no topic, at the brokers of boards here that publish frames. ' +
      'Names are what they say of themselves.',
  ],
  'POST /walls/join': [
    'joinWalls',
    'Each gets the topic of the board, of its own size unless one is named, and follows it from then on.',
  ],
  'POST /walls/decline': ['declineWalls', 'They are listed no more, over a restart too.'],
  'POST /walls/recall': ['recallWalls', 'Walls that were declined are listed again while they ask.'],
  'GET /settings/board/{id}/follow': [
    'getFollowStatus',
    'Whether there is a connection to the broker, which frame came last, and what the board shows of it.',
  ],
  'GET /backup/export': ['exportBackup', 'A file with everything but secrets.'],
  'POST /backup/export': ['exportFullBackup', 'A file with everything; secrets are encrypted with the passphrase.'],
  'POST /backup/import': ['importBackup', 'Restores a file. Nothing changes when any part of it cannot be used.'],
  'GET /gpio/status': ['getGpioStatus', 'Whether the button and the light work.'],
  'GET /mqtt/status': ['getMqttStatus', 'How the connection to the broker stands.'],
  'POST /mqtt/republish-discovery': [
    'republishDiscovery',
    'Publishes every device and state anew, for a broker that lost them.',
  ],
  'GET /inboxes': ['listInboxes', 'Every inbox with its settings, its connection, its last message and its problem.'],
  'POST /inboxes': [
    'addInbox',
    'Adds what may write messages: a webhook, a topic of ntfy, a Gotify server, a Matrix room, a Telegram bot or a mailbox. Each kind has members of its own. The answer is the only one with the address and token of a webhook.',
  ],
  'PATCH /inboxes/{id}': [
    'updateInbox',
    'Only sent members apply; the kind stays. A secret that is stored is kept only while scheme, host and port of the server stay the same.',
  ],
  'DELETE /inboxes/{id}': ['removeInbox', 'Ends its connection, and its token is not taken any more.'],
  'POST /inboxes/{id}/receive': [
    'receiveMessage',
    'Takes what Alertmanager, Grafana, Uptime Kuma, GitHub, Sonarr, Radarr and Home Assistant post, or JSON with a member `text`, `message` or `title`, and shows it as a short message. The token of the inbox lets in, as a bearer or in the address; nothing else of the appliance is open to it.',
  ],
  'GET /network/wifi/capability': ['getWifiCapability', 'Whether this machine lets the appliance manage Wi-Fi.'],
  'GET /network/wifi/status': ['getWifiStatus', 'The present network, the signal, and the state of Wi-Fi set-up.'],
  'GET /network/wifi/saved': ['listSavedNetworks', 'Networks whose password is stored.'],
  'POST /network/wifi/scan': ['scanNetworks', 'Networks in reach, the strongest first.'],
  'POST /network/wifi/connect': ['connectWifi', 'Joins a network and stores it when that worked.'],
  'POST /network/wifi/disconnect': ['disconnectWifi', 'Leaves the present network.'],
  'DELETE /network/wifi/saved/{name}': ['forgetNetwork', 'Removes a network with its password.'],
  'POST /network/wifi/setup': ['startWifiSetup', 'Opens an access point on which a phone can choose the network.'],
  'GET /system/update/status': ['getUpdateStatus', 'Which versions the two slots hold, and how an update goes.'],
  'POST /system/update': [
    'installUpdate',
    'Writes an update into the slot that is not running and checks it. The next start tries it and goes ' +
      'back by itself when it fails.',
  ],
  'POST /system/restart': ['restartService', 'Ends the service in order; it is started again at once.'],
  'POST /system/reboot': ['rebootMachine', 'Starts the whole machine again.'],
  'GET /settings/board': ['listBoardSettings', 'How every board is reached and driven. Secrets are masked as `***`.'],
  'PUT /settings/board': [
    'replaceBoardSettings',
    'Acts on exactly one of the members of the body. Boards that are left out of `boards` are removed; a ' +
      'board that is listed keeps what is not sent.',
  ],
  'POST /settings/board/add': [
    'addBoard',
    'Adds a board. Only its `device_type` is required, and of a panel `grid_rows` and `grid_cols`.',
  ],
  'DELETE /settings/board/{id}': ['removeBoard', 'Removes a board with its rules. The last board cannot be removed.'],
  'GET /settings/output': ['getOutput', 'Whether writes go to browsers, to boards, or to both.'],
  'PUT /settings/output': ['setOutput', 'Chooses where writes go; boards are brought up to date at once.'],
  'GET /settings/clock': ['getClock', 'The clock of the machine, which the network sets where there is one.'],
  'PUT /settings/clock': [
    'setClock',
    'For a house without a network. A clock chip is set too. 409 while the network tells the time, 503 where the machine ' +
      'was not started from a card.',
  ],
  'GET /settings/location': ['getLocation', 'Where the appliance stands, for the times of the sun.'],
  'PUT /settings/location': ['setLocation', 'Sets where the appliance stands; null clears.'],
  'GET /config/general': ['getGeneral', 'What the appliance calls itself, and its time zone.'],
  'PUT /config/general': ['setGeneral', 'Sets the members that are sent.'],
  'GET /auth/status': ['getAuthStatus', 'What a browser has to do before it may use the interface.'],
  'POST /auth/preference': ['setAuthPreference', 'Decides, once, whether the appliance asks for a login.'],
  'POST /auth/setup': ['setUpAccount', 'Creates the one account and opens a session.'],
  'POST /auth/login': ['logIn', 'Opens a session; the cookie of the answer carries it.'],
  'POST /auth/logout': ['logOut', 'Ends the session, on the server too.'],
  'POST /auth/change-username': ['changeUsername', 'Renames the account and ends every other session.'],
  'POST /auth/change-password': ['changePassword', 'Sets another password and ends every other session.'],
  'POST /auth/disable': ['disableLogin', 'Removes the account, so that nobody has to log in.'],
  'GET /auth/mcp-token': [
    'getApiToken',
    'Whether an API token exists and where it comes from. The token itself is never told again.',
  ],
  'POST /auth/mcp-token': ['createApiToken', 'Makes the API token and tells it once; an earlier one stops working.'],
  'DELETE /auth/mcp-token': ['revokeApiToken', 'Removes the API token.'],
  'GET /auth/audit': ['listAuditEntries', 'Logins, refusals and changes of the account.'],
  'POST /mcp': [
    'sendMcpMessage',
    'One JSON-RPC message of the Model Context Protocol. `/mcp/` with a slash is the same address.',
  ],
  'GET /mcp': ['openMcpStream', 'Notifications of a session, as server-sent events.'],
  'DELETE /mcp': ['endMcpSession', 'Ends the session that the header `Mcp-Session-Id` names.'],
  'GET /': ['getRoot', 'Name, version and state of the service.'],
  'GET /metrics': [
    'getMetrics',
    'Figures of the process, of requests and of boards. The same page stands at `/metrics`, outside of `/api`.',
  ],
  'GET /events': [
    'streamEvents',
    'Server-sent events: `frame` when a picture changes, `board` when anything else of a board does, `condition` ' +
      'when why it shows that does, or what is wrong with it, `library` when pages, rules or settings do, `alive` ' +
      'every 25 seconds.',
  ],
  'GET /openapi.json': ['getDescription', 'The OpenAPI document of the versioned and deprecated operations.'],
  'GET /internal/openapi.json': [
    'getFullDescription',
    'The OpenAPI document of every operation, those of the interface included.',
  ],
  'GET /docs': ['openDocs', 'A page on which operations can be tried.'],
  'GET /docs/{file}': ['getDocsFile', 'A script or style sheet of that page.'],
  'GET /redoc': ['openRedoc', 'A page to read.'],
  'GET /redoc/{file}': ['getRedocFile', 'A script of that page.'],
};
