/** A quote of at most 120 characters, and its author in at most 22. */
export interface Quote {
  readonly text: string;
  readonly author: string;
}

const by = (author: string, texts: readonly string[]): Quote[] => texts.map((text) => ({ text, author }));

/** Lines whose authors have been dead for centuries, and proverbs that nobody owns. */
export const QUOTES: readonly Quote[] = [
  ...by('Shakespeare', [
    'All the world is a stage, and all the men and women merely players.',
    'Brevity is the soul of wit.',
    'The better part of valour is discretion.',
    'We know what we are, but know not what we may be.',
    'There is nothing either good or bad, but thinking makes it so.',
    'Love all, trust a few, do wrong to none.',
    'Better three hours too soon than a minute too late.',
    'How far that little candle throws his beams!',
    'What is past is prologue.',
    'If music be the food of love, play on.',
    'The course of true love never did run smooth.',
    'To thine own self be true.',
    'All that glisters is not gold.',
    'Though she be but little, she is fierce.',
    'We are such stuff as dreams are made on.',
  ]),
  ...by('Franklin', [
    'Early to bed and early to rise makes a man healthy, wealthy and wise.',
    'Well done is better than well said.',
    'Lost time is never found again.',
    'Diligence is the mother of good luck.',
    'Haste makes waste.',
    'Little strokes fell great oaks.',
  ]),
  ...by('Bacon', ['Knowledge itself is power.', 'A prudent question is one half of wisdom.']),
  ...by('Pope', [
    'To err is human, to forgive divine.',
    'Hope springs eternal in the human breast.',
    'A little learning is a dangerous thing.',
  ]),
  ...by('Keats', ['A thing of beauty is a joy for ever.', 'Heard melodies are sweet, but those unheard are sweeter.']),
  ...by('Donne', ['No man is an island, entire of itself.']),
  ...by('Descartes', ['I think, therefore I am.']),
  ...by('Horace', ['Seize the day.', 'He who has begun has half done.']),
  ...by('Virgil', ['Fortune favours the bold.', 'Love conquers all.']),
  ...by('Seneca', ['As long as you live, keep learning how to live.', 'Life, if well lived, is long enough.']),
  ...by('Proverb', [
    'A stitch in time saves nine.',
    'Still waters run deep.',
    'Many hands make light work.',
    'The early bird catches the worm, the second mouse gets the cheese.',
    'A smooth sea never made a skilled sailor.',
    'Fall seven times, stand up eight.',
    'Slow and steady wins the race.',
    'A journey of a thousand miles begins with a single step.',
    'The best time to plant a tree was twenty years ago. The next best is now.',
    'Well begun is half done.',
    'Measure twice, cut once.',
    'Every cloud has a silver lining.',
  ]),
  ...by('The flaps', [
    'Clack. Clack. Clack. You have arrived.',
    'Forty-eight letters walk past a window. You see the one that stayed.',
    'Patience: the next letter is only one turn away.',
  ]),
];
