/** Texts of the pins of the header, and of the guide to a wall on them. */
export const pins = {
  picture: 'Pins of the header. Choose one for the wire that is marked.',
  pictureOf: (wire: string) => `Pins of the header. Choose one for: ${wire}.`,
  power: { '3V3': '3.3 volts', '5V': '5 volts', GND: 'ground' },
  pin: (name: string, position: number, state: string) => `${name}, pin ${position}: ${state}`,
  free: 'free',
  usedBy: (user: string) => `used by ${user}`,
  movesShort: 'moves at power-up',
  warning: (wire: string, pin: string) => `${pin} for ${wire} moves at power-up:`,
  warningTitle: 'Some of these pins move at power-up',
  warningText:
    'Until flapbox runs, the machine holds them high or writes on them. A motor there may twitch. They suit sensors better.',
  noHeader: (reason: string) => `${reason} The picture shows the header of a Raspberry Pi.`,
  legend: { free: 'free', mine: 'chosen', other: 'in use', moves: 'moves at power-up', power: 'supply' },
  wires: 'Wires',
  now: 'Tap the pin of',
  module: (module: number) => `Module ${module}`,
  ofModule: (module: number) => `of module ${module}`,
  wire: (wire: string, module: number) => `${wire} of module ${module}`,
  noPin: 'no pin',
  addModule: 'Add a module',
  removeModule: (module: number) => `Remove module ${module}`,
  suggest: 'Suggest pins',
  suggestNote:
    'Fills the wires without a pin: coils where nothing moves at power-up, sensors where the machine pulls up.',
  room: (modules: number) =>
    modules === 0
      ? 'No further module fits on the free pins.'
      : `${modules} more ${modules === 1 ? 'module fits' : 'modules fit'} on the free pins.`,
  taken: (pin: string, wire: string) => `${pin} is ${wire} now.`,
  refused: (pin: string, user: string) => `${pin} is used by ${user}.`,

  guide: 'New wall on pins',
  guideOf: (name: string) => `Modules of ${name}`,
  guideNote:
    'Motors and sensors wired to the Raspberry Pi itself: the guide turns one module at a time and asks what moved.',
  guideAgain: 'Find the modules anew',
  start: 'Set up a wall on pins',
  steps: ['Wiring', 'Which is which', 'Home'],
  progress: 'Steps of the guide',
  absent: 'This flapbox has no driver for walls on pins.',

  wiring: {
    note: 'Say how the wall is wired. Wire everything first, with the supply of the motors off.',
    kind: 'Wiring',
    sizeNote: 'Which module is at which place is found out in the next step.',
    modules: (count: number) => `${count} ${count === 1 ? 'module' : 'modules'} on the wires.`,
    none: 'Choose pins for one module at least.',
    unfinished: 'Some wires have no pin yet.',
    next: 'Save and go on',
    more: 'Speed and direction',
  },

  find: {
    note: 'Switch the supply of the motors on. One module at a time turns by a few flaps: say which.',
    begin: (module: number) => `Turn module ${module}`,
    again: 'Turn it again',
    turning: 'It turns …',
    waiting: (resting: number, all: number) =>
      `All modules look for their homes first: ${resting} of ${all} are at rest.`,
    place: (module: number) => `Module ${module} turned. Which place moved?`,
    grid: 'The wall. Choose the place that moved.',
    nothing: 'Nothing moved',
    nothingAdvice: (wires: string) =>
      `Look at the supply of the motors and its ground, which has to meet the ground of the Raspberry Pi, and at the wires ${wires}.`,
    chainAdvice: (module: number) => `the plug of module ${module} and the ribbon in front of its board`,
    way: 'Which way did its flaps fall?',
    ways: {
      forwards: ['Forwards', 'The upper flap fell down to the front, as it should.'],
      backwards: ['Backwards', 'The reel turned against its flaps.'],
      trembled: ['It only trembled', 'The motor hums and does not turn.'],
    },
    trembles: (wires: string) =>
      `Two coil wires are swapped. In the order of the sequence the colours of a 28BYJ-48 are blue, pink, yellow, orange: compare ${wires}. Then turn it again.`,
    next: (module: number) => `Next: turn module ${module}`,
    previous: 'One module back',
    last: 'Go on',
    left: (done: number, count: number) => `${done} of ${count} modules`,
    summary: (found: number, count: number) => `${found} of ${count} modules have their place.`,
    silent: (modules: readonly number[]) =>
      `Nothing moved at ${modules.length === 1 ? 'module' : 'modules'} ${modules.join(', ')}. They are left out; the rest works without them.`,
    nobody: 'No module has a place yet, so there is nothing to save.',
    save: 'Save the map',
    saving: 'Saving …',
    anew: 'Begin again',
    anewTitle: 'Look for all modules again?',
    anewText: (found: number) =>
      `What was found here is forgotten: the places of ${found} ${found === 1 ? 'module' : 'modules'}. The stored map of the wall stays until you save another one.`,
  },

  home: {
    note:
      'Send the modules home: each turns until its magnet meets the sensor. Then say which flap each shows, nudge it by ' +
      'quarters of a flap until the blank flap stands in full, and it is calibrated.',
    done: 'Done',
    toFind: 'Back to the modules',
  },
} as const;
