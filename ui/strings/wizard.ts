/** Texts of the first steps. */
export const wizard = {
  progress: 'Steps',
  step: (number: number, all: number) => `Step ${number} of ${all}`,
  skip: 'Skip the first steps',
  back: 'Back',
  next: 'Continue',
  saving: 'Saving …',
  steps: ['Your board', 'Where you are', 'Your first page'],

  board: {
    intro:
      'Which board do you have? If you have none yet, choose a size: it is shown on this screen, and you ' +
      'can add real flaps later.',
    look: 'Name and colour',
    failedTitle: 'Continue without a working board?',
    failedText:
      'The test of these settings failed, so nothing will appear on the board yet. You can correct them ' +
      'later under Settings, Boards.',
    failedAction: 'Continue anyway',
  },

  place: {
    intro:
      'The time zone sets the clock and the schedule. The location is optional: it is used for sunrise, ' +
      'sunset and the weather, and stays on this appliance.',
    zone: 'Time zone',
    zoneHint: 'Type a city, such as Berlin, to find another one.',
    zoneFixed: (zone: string) =>
      `The time zone is set to ${zone} by the environment variable SERVICE_TIMEZONE and can only be ` +
      'changed there. Everything else is saved.',
    location: 'Place (optional)',
  },

  page: {
    intro: 'What should the board show? You can change it at any time, and there is much more under Pages and Plugins.',
    choice: 'First page',
    preview: 'Preview',
    pages: {
      clock: ['Clock and date', 'The weekday, the date and the time.'],
      quote: ['A quote', 'A new one every hour. Works without the internet.'],
      weather: ['Weather', 'From Open-Meteo, without an account. Needs the internet and your place.'],
      sun: ['Sun and moon', 'When the sun rises and sets where you are.'],
      words: ['Your own words', 'A text that stays until you change it.'],
    },
    words: 'Your words',
    wordsHint: 'One line of text becomes one line of flaps.',
    sample: 'HELLO\nWORLD',
    pageName: 'My words',
    notYet: (reason: string) =>
      `There is nothing to show yet: ${reason} You can still choose it; it appears as soon as there is data.`,
    placeLink: 'Set your place',
    drawing: 'Drawing the preview …',
    finish: 'Show it on the board',
    finishing: 'Putting it on the board …',
  },
} as const;
