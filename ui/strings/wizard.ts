/** Texts of the first steps. */
export const wizard = {
  title: 'First steps',
  progress: 'Steps',
  step: (number: number, all: number) => `Step ${number} of ${all}`,
  done: 'done',
  skip: 'Skip the first steps',
  back: 'Back',
  next: 'Continue',
  saving: 'Saving …',
  steps: ['Your board', 'Where you are', 'Your first page'],

  board: {
    intro: 'Which board shall flapbox write on? Without one, choose how large it would be: it is shown here on the screen, and real flaps can follow at any time.',
    look: 'Name and colour',
  },

  place: {
    intro: 'The time zone sets the clock and the schedule. The place is optional: it is for sunrise, sunset and the weather, and stays on this appliance.',
    zone: 'Time zone',
    zoneHint: 'As this browser has it. Type to find another one.',
    keepZone: (zone: string) => `Use ${zone}, as flapbox has it now`,
    zoneFixed: (zone: string) => `The time zone is fixed to ${zone} by the environment (SERVICE_TIMEZONE): it can only be changed there. Everything else is stored.`,
    location: 'Place (optional)',
  },

  page: {
    intro: 'What shall the board show? It can be changed at any time, and there is much more under Pages and Plugins.',
    choice: 'First page',
    preview: 'Preview',
    pages: {
      clock: ['Clock and date', 'The weekday, the date and the time.'],
      quote: ['A quote', 'Another line every hour. Needs no network.'],
      weather: ['Weather', 'From Open-Meteo, without an account. Needs the internet and your place.'],
      sun: ['Sun and moon', 'When the sun rises and sets where you are.'],
      words: ['Words of your own', 'A text that stays until you change it.'],
    },
    words: 'Your words',
    wordsHint: 'One line of text becomes one line of flaps.',
    sample: 'HELLO\nWORLD',
    pageName: 'My words',
    notYet: (reason: string) => `There is nothing to show yet: ${reason} You can choose it all the same; it appears as soon as there is something.`,
    placeLink: 'Set your place',
    drawing: 'Drawing the preview …',
    finish: 'Show it on the board',
    finishing: 'Putting it on the board …',
  },
} as const;
