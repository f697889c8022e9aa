// The site's mark on a 36 grid: a letter hanging from its head line. In shell.tsx, and drawn as icons by scripts/draw-icons.ts.
export const markFrame = 'M0 8h36v3H0zM4 11h28v17a8 8 0 0 1-8 8H12a8 8 0 0 1-8-8z';
export const markLetter =
  'M26.6-20.2H23V0H18.9V-12.5H14.1Q15.2-11 15.2-8.8 15.2-6.9 14.3-5.6 13.5-4.2 12-3.5 10.5-2.8 8.7-2.8 6.8-2.8 5.2-3.6 3.6-4.4 2.7-5.9 1.8-7.4 1.8-9.4 1.8-11.5 2.7-13 3.7-14.5 5.3-15.2 7-16 9-16H18.9V-22H23V-20.2ZM11.9-9.4Q11.9-10.8 11-11.6 10.1-12.5 8.7-12.5 7.3-12.5 6.4-11.6 5.5-10.8 5.5-9.4 5.5-8 6.4-7.1 7.3-6.3 8.7-6.3 10.1-6.3 11-7.2 11.9-8 11.9-9.4Z';
