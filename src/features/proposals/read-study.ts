import { doubtOf, hasOpenAlternative } from './doubts.ts';
import { filler, firm, left, type Reader } from './reading.ts';

const afterTen =
  /\b(?:post[- ]?(?:matric\w*|ssc|metric|graduat\w*|secondary)|colleges?|universit(?:y|ies)|degrees?|diplomas?|(?:under|post)[- ]?graduat\w*|graduation|u\.?g\.?|p\.?g\.?|ph\.?\s?d\.?|m\.?\s?phil|doctoral|engineering|medical|mbbs|polytechnics?|professional (?:degree |and technical |or technical |\/ ?technical )?(?:courses?|education)|technical courses?|(?:class(?:es)? )?(?:11|12|11th|12th|xi|xii|\+2|10\+2)(?:th)?|higher secondary|hsc|intermediate|plus two|junior college|b\.?\s?(?:a|sc|com|tech|ed)\b|b\.\s?e\b|m\.?\s?(?:a|sc|com|tech|ba|ca)\b|pilot|law\b|nursing|higher (?:education|studies)|abroad|overseas)\b/i;
const upToTen =
  /\b(?:pre-?\s?matric\w*|primary|elementary|nursery|kindergarten|anganwadi|pre-?school|upper primary|middle school|high school|secondary school|schools?|school-going|(?:class(?:es)?|std\.?|standards?|grade)\s*(?:-|from|:)?\s*(?:[1-9]|10|[1-9](?:st|nd|rd|th)|10th|i|ii|iii|iv|v|vi|vii|viii|ix|x|one|first|five|fifth|eighth)\b|[1-9](?:st|nd|rd|th)?\s*(?:to|-|–)\s*(?:8|9|10|12)(?:th)?|(?:1st|first|[2-9](?:nd|rd|th)|10th)\s+(?:class|std|standard|grade|to))\b/i;
const hasPassed =
  /\b(?:passed|completed|(?:secured|obtained)(?! (?:an? )?admission)|after|scored|passing|cleared|qualified|pass(?:ed)?[- ]out|marks)\b[^.;]{0,60}/gi;

/** 'after10' only where every mention of study is of courses after class 10. */
function studyLevel(text: string): 'after10' | 'school' | 'unknown' {
  // Earlier qualifications do not show the current stage, except that class 10 is passed.
  const plain = text
    .replace(/\b(?:above|after|beyond) (?:class|std\.?|standard) ?(?:10|x)(?:th)?\b/gi, 'post-matric')
    .replace(/\bhigher secondary schools?\b/gi, 'class 12')
    .replace(hasPassed, (words) =>
      /\b(?:10|10th|12|12th|\w*matric\w*|ssc|sslc|hsc|higher secondary|inter|intermediate|degree|graduat\w*)\b/i.test(
        words,
      )
        ? ' diploma '
        : ' ',
    );
  if (
    /\b(?:xii|12)(?:th)?\b[^.;]{0,25}\bor (?:lower|below)|\b(?:up ?to|till)\s+(?:class |std\.? |standard )?(?:x|xii|10|12)(?:th)?\b/i.test(
      plain,
    )
  )
    return 'school';
  if (/\b10th\b/i.test(plain)) return 'school';
  const low = upToTen.test(plain.replace(/\b(?:class(?:es)?|std|standard|grade)?\s*(?:11|12|xi|xii)(?:th)?\b/gi, ' '));
  if (low) return 'school';
  return afterTen.test(plain) ? 'after10' : 'unknown';
}

const learning =
  /\b(?:courses?|class(?:es)?|schools?|colleges?|universit\w*|institut\w*|degree|diploma|std|standards?|iti|ph\.?\s?d|programmes?|education|studies|students?|graduat\w*|polytechnic|1[012]th|[1-9]th|semester|b\.?\s?tech|mbbs|m\.?\s?phil|training|matric)\b/i;
const isStudent = new RegExp(String.raw`\b(?:be|is|are)\s+(?:an?\s+)?${filler}{0,4}?students?\b`, 'i');
const isStudying =
  /\b(?:be|is|are|has|have|been|must|should|who|applicants?|students?|candidates?|child(?:ren)?|girls?|boys?|^)\s+(?:currently\s+|regularly\s+|presently\s+|also\s+)?(?:be\s+|been\s+)?(?:studying|pursuing|enrolled|admitted)\b/i;
const studies = {
  test: (text: string) =>
    isStudent.test(text) ||
    (isStudying.test(text) && learning.test(text.slice(text.search(/studying|pursuing|enrolled|admitted/i)))),
};

export const readStudent: Reader = (clause, context) => {
  const { text } = clause;
  if (clause.field === 'exclusions') return [];
  const isHead =
    /^\W*(?:all |only |the )?(?:[a-z-]+ ){0,3}students?\b[^.;]*\b(?:are eligible|is eligible|eligible|can apply|may apply|will be considered)/i.test(
      text,
    );
  if (!studies.test(text) && !isHead) return [];
  const subject = context.subjectOf(clause);
  if (subject !== 'applicant')
    return subject === 'other' && !context.isForRelatives ? [left('student', clause, 'Somebody else studies.')] : [];
  if (context.isForRelatives && context.asksTheWorker)
    return [left('student', clause, 'The worker and the child are two people.')];
  const doubt = doubtOf(clause);
  if (doubt) return [left('student', clause, doubt.why, doubt.isLoosening)];
  if (context.isForAchievement && !studies.test(text))
    return [left('student', clause, 'An award may go to somebody who has left school.', true)];
  if (
    /\b(?:interested in|patients?|hospitals?|survey|portal|account|coaching|competitive|society|cooperative|public|either)\b/i.test(
      text,
    )
  )
    return [left('student', clause, 'It may be something else than study, or others may apply.', true)];
  if (
    /\b(?:not be|not|never|failed|drop-?out|discontinued|ineligible|programme run|enrolled (?:as|under|with|for|on) (?:an?|the)? ?(?:member|voter|beneficiar|scheme|advocate|active))\b/i.test(
      text,
    )
  )
    return [left('student', clause, 'It is said with a negation, or of another enrolment.')];
  if (
    /(?:students?\s*(?:,|\/|\bor\b|\band\b)\s*(?:an?\s+)?(?:[a-z-]+\s+)?(?:teacher|faculty|researcher|professional|employee|scholar|youth|officer|entrepreneur|farmer|graduate|worker|innovator|artist|staff|alumni|unemployed))|(?:teachers?|faculty|researchers?|officers?|youth|professionals?|alumni|innovators?|employees?)\s*(?:,|\/|\bor\b|\band\b)\s*(?:[a-z-]+\s+)?students?|\bor\b[^.;]{0,40}\b(?:completed|passed|graduat\w+|employ\w*|work\w*)\b|\b(?:have|has) (?:completed|passed)[^.;]*\bor\b/i.test(
      text,
    )
  )
    return [left('student', clause, 'Others than students may apply.', true)];
  if (
    hasOpenAlternative(
      text,
      /^\W*(?:an?\s+|the\s+|in\s+|at\s+|any\s+|from\s+|of\s+|other\s+)*(?:[a-z-]*school|college|universit|institut|private|government|govt|aided|un-?aided|semi|central|state|local|higher|post|under|ug|pg|ph\.?d|m\.|b\.|m[a-z]{1,3}\b|b[a-z]{1,4}\b|girl|boy|female|male|woman|technical|professional|vocational|diploma|degree|graduat|iti|polytechnic|class|std|standard|grade|\d|equivalent|abroad|india|course|recogni|medical|engineering|master|bachelor|doctoral|intermediate|junior|plus|xi|resid|native|wife|son|daughter|secured|admitted|enrolled|studying|pursuing|regular|public|board|mbbs|nursing|higher|ashram|hostel|municipal|madrasa|equal|above|lower|below|student|part|full|distance|correspondence|research institut|academic|(?:[a-z-]+\s+){1,3}(?:subjects?|courses?|streams?|colleges?|schools?|universit\w*|institut\w*|degrees?|diplomas?|studies|programmes?)\b|national|international|foreign|second|third|first|final|semester|year|inter)/i,
      learning,
    )
  )
    return [left('student', clause, 'Others than students may apply.', true)];
  if (/\b(?:online|distance|correspondence)\b/i.test(text) && !/\b(?:must|should|shall)\b/i.test(text))
    return [left('student', clause, 'It lets in students of one kind beside others.', true)];
  if (context.takesGraduates)
    return [left('student', clause, 'Somebody who has finished the course may apply too.', true)];
  const own = studyLevel(text);
  const level = own === 'unknown' ? studyLevel(context.studyText) : own;
  // The stage is certain where the condition, or all that is asked, mentions only courses after class 10.
  const isAfterTen = own === 'after10' || (own === 'unknown' && studyLevel(context.askedText) === 'after10');
  if (/\b(?:iti|i\.t\.i|vocational)\b/i.test(text))
    return [left('student', clause, 'Some such courses begin after class 8.', true)];
  if (level === 'after10' && isAfterTen) return [firm('student', { fact: 'isStudent', eq: true }, clause)];
  if (level === 'unknown') return [left('student', clause, 'It is not said at which stage of education.')];
  return [left('student', clause, 'The question asks of study after class 10; school children may answer no.')];
};
