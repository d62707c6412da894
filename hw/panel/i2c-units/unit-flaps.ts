/** How many flaps a unit has, and what is on them; the three specials are umlauts on many reels. */
export const UNIT_FLAPS = ' ABCDEFGHIJKLMNOPQRSTUVWXYZ$&#0123456789:.-?!';
