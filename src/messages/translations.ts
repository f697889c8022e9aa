import * as account from './account.ts';
import * as appeals from './appeals.ts';
import * as callFailures from './call-failures.ts';
import * as cart from './cart.ts';
import { addTranslation, type TargetLanguage } from './catalogue.ts';
import * as check from './check.ts';
import * as community from './community.ts';
import * as complaintsDesk from './complaints-desk.ts';
import * as eligibility from './eligibility.ts';
import * as ruleWords from './rule-words.ts';
import * as errands from './errands.ts';
import * as finder from './finder.ts';
import * as fieldProblems from './field-problems.ts';
import * as freshnessDesk from './freshness-desk.ts';
import * as feedback from './feedback.ts';
import * as follows from './follows.ts';
import * as hiAccount from './hi/account.ts';
import * as hiAppeals from './hi/appeals.ts';
import * as hiCallFailures from './hi/call-failures.ts';
import * as hiCart from './hi/cart.ts';
import * as hiCheck from './hi/check.ts';
import * as hiCommunity from './hi/community.ts';
import * as hiComplaintsDesk from './hi/complaints-desk.ts';
import * as hiEligibility from './hi/eligibility.ts';
import * as hiRuleWords from './hi/rule-words.ts';
import * as hiErrands from './hi/errands.ts';
import * as hiFieldProblems from './hi/field-problems.ts';
import * as hiFinder from './hi/finder.ts';
import * as hiImportsDesk from './hi/imports-desk.ts';
import * as hiLanguages from './hi/languages.ts';
import * as hiFreshnessDesk from './hi/freshness-desk.ts';
import * as hiFeedback from './hi/feedback.ts';
import * as hiFollows from './hi/follows.ts';
import * as hiLetters from './hi/letters.ts';
import * as hiMediaProblems from './hi/media-problems.ts';
import * as hiMessages from './hi/messages.ts';
import * as hiOpenData from './hi/open-data.ts';
import * as hiPapers from './hi/papers.ts';
import * as hiPieceProblems from './hi/piece-problems.ts';
import * as hiPlaces from './hi/places.ts';
import * as hiProblems from './hi/problems.ts';
import * as hiSaving from './hi/saving.ts';
import * as hiSchemes from './hi/schemes.ts';
import * as hiScamFields from './hi/scam-fields.ts';
import * as hiSearchesDesk from './hi/searches-desk.ts';
import * as hiSiteDesk from './hi/site-desk.ts';
import * as hiStudio from './hi/studio.ts';
import * as hiStudioArrange from './hi/studio-arrange.ts';
import * as hiStudioEditor from './hi/studio-editor.ts';
import * as hiStudioHere from './hi/studio-here.ts';
import * as hiStudioMedia from './hi/studio-media.ts';
import * as hiStudioScheme from './hi/studio-scheme.ts';
import * as hiStudioTranslation from './hi/studio-translation.ts';
import * as hiVisitor from './hi/visitor.ts';
import * as hiVisitorParts from './hi/visitor-parts.ts';
import * as importsDesk from './imports-desk.ts';
import * as languages from './languages.ts';
import * as letters from './letters.ts';
import * as mediaProblems from './media-problems.ts';
import * as messages from './messages.ts';
import * as openData from './open-data.ts';
import * as papers from './papers.ts';
import * as pieceProblems from './piece-problems.ts';
import * as places from './places.ts';
import * as problems from './problems.ts';
import * as saving from './saving.ts';
import * as schemes from './schemes.ts';
import * as scamFields from './scam-fields.ts';
import * as searchesDesk from './searches-desk.ts';
import * as siteDesk from './site-desk.ts';
import * as studio from './studio.ts';
import * as studioArrange from './studio-arrange.ts';
import * as studioEditor from './studio-editor.ts';
import * as studioHere from './studio-here.ts';
import * as studioScheme from './studio-scheme.ts';
import * as studioTranslation from './studio-translation.ts';
import * as taAccount from './ta/account.ts';
import * as taAppeals from './ta/appeals.ts';
import * as taCallFailures from './ta/call-failures.ts';
import * as taCart from './ta/cart.ts';
import * as taCheck from './ta/check.ts';
import * as taCommunity from './ta/community.ts';
import * as taComplaintsDesk from './ta/complaints-desk.ts';
import * as taEligibility from './ta/eligibility.ts';
import * as taRuleWords from './ta/rule-words.ts';
import * as taErrands from './ta/errands.ts';
import * as taFieldProblems from './ta/field-problems.ts';
import * as taFreshnessDesk from './ta/freshness-desk.ts';
import * as taFeedback from './ta/feedback.ts';
import * as taFollows from './ta/follows.ts';
import * as taFinder from './ta/finder.ts';
import * as taImportsDesk from './ta/imports-desk.ts';
import * as taLanguages from './ta/languages.ts';
import * as taLetters from './ta/letters.ts';
import * as taMediaProblems from './ta/media-problems.ts';
import * as taMessages from './ta/messages.ts';
import * as taOpenData from './ta/open-data.ts';
import * as taPapers from './ta/papers.ts';
import * as taPieceProblems from './ta/piece-problems.ts';
import * as taPlaces from './ta/places.ts';
import * as taProblems from './ta/problems.ts';
import * as taSaving from './ta/saving.ts';
import * as taSchemes from './ta/schemes.ts';
import * as taScamFields from './ta/scam-fields.ts';
import * as taSearchesDesk from './ta/searches-desk.ts';
import * as taSiteDesk from './ta/site-desk.ts';
import * as taStudio from './ta/studio.ts';
import * as taStudioArrange from './ta/studio-arrange.ts';
import * as taStudioEditor from './ta/studio-editor.ts';
import * as taStudioHere from './ta/studio-here.ts';
import * as taStudioMedia from './ta/studio-media.ts';
import * as taStudioScheme from './ta/studio-scheme.ts';
import * as taStudioTranslation from './ta/studio-translation.ts';
import * as taVisitor from './ta/visitor.ts';
import * as taVisitorParts from './ta/visitor-parts.ts';
import * as studioMedia from './studio-media.ts';
import * as visitor from './visitor.ts';
import * as visitorParts from './visitor-parts.ts';

// The only place that registers translations. request-context.server.ts imports it, once for the server and once for
// the built pages, since each has a copy of the catalogues. Code in the browser imports only the files that it needs.

/** Functions must also have as many parameters as the source's: TypeScript alone accepts fewer. */
type SameParameters<Source, Words> = Source extends (...all: infer Wanted) => unknown
  ? Words extends (...all: infer Given) => unknown
    ? Given['length'] extends Wanted['length']
      ? Words
      : never
    : never
  : Source extends object
    ? { [Key in keyof Source]: Key extends keyof Words ? SameParameters<Source[Key], Words[Key]> : unknown }
    : Words;

/** The catalogues among a module's exports. */
type Catalogues<Source> = {
  [Key in keyof Source as Source[Key] extends (...all: never[]) => unknown ? never : Key]: Source[Key];
};

function translate<Source extends object, Words extends Catalogues<Source>>(
  language: TargetLanguage,
  source: Source,
  words: Words & SameParameters<Catalogues<Source>, Words>,
): void {
  for (const [name, translation] of Object.entries(words))
    addTranslation(source[name as keyof Source] as object, language, translation as object);
}

translate('hi', account, hiAccount);
translate('hi', appeals, hiAppeals);
translate('hi', callFailures, hiCallFailures);
translate('hi', cart, hiCart);
translate('hi', check, hiCheck);
translate('hi', community, hiCommunity);
translate('hi', complaintsDesk, hiComplaintsDesk);
translate('hi', eligibility, hiEligibility);
translate('hi', ruleWords, hiRuleWords);
translate('hi', errands, hiErrands);
translate('hi', fieldProblems, hiFieldProblems);
translate('hi', finder, hiFinder);
translate('hi', languages, hiLanguages);
translate('hi', freshnessDesk, hiFreshnessDesk);
translate('hi', feedback, hiFeedback);
translate('hi', follows, hiFollows);
translate('hi', letters, hiLetters);
translate('hi', mediaProblems, hiMediaProblems);
translate('hi', messages, hiMessages);
translate('hi', openData, hiOpenData);
translate('hi', papers, hiPapers);
translate('hi', pieceProblems, hiPieceProblems);
translate('hi', places, hiPlaces);
translate('hi', problems, hiProblems);
translate('hi', saving, hiSaving);
translate('hi', schemes, hiSchemes);
translate('hi', scamFields, hiScamFields);
translate('hi', importsDesk, hiImportsDesk);
translate('hi', searchesDesk, hiSearchesDesk);
translate('hi', studioHere, hiStudioHere);
translate('hi', studioTranslation, hiStudioTranslation);
translate('hi', siteDesk, hiSiteDesk);
translate('hi', studio, hiStudio);
translate('hi', studioArrange, hiStudioArrange);
translate('hi', studioEditor, hiStudioEditor);
translate('hi', studioMedia, hiStudioMedia);
translate('hi', studioScheme, hiStudioScheme);
translate('hi', visitor, hiVisitor);
translate('hi', visitorParts, hiVisitorParts);

translate('ta', account, taAccount);
translate('ta', appeals, taAppeals);
translate('ta', callFailures, taCallFailures);
translate('ta', cart, taCart);
translate('ta', check, taCheck);
translate('ta', community, taCommunity);
translate('ta', complaintsDesk, taComplaintsDesk);
translate('ta', eligibility, taEligibility);
translate('ta', ruleWords, taRuleWords);
translate('ta', errands, taErrands);
translate('ta', fieldProblems, taFieldProblems);
translate('ta', freshnessDesk, taFreshnessDesk);
translate('ta', feedback, taFeedback);
translate('ta', follows, taFollows);
translate('ta', finder, taFinder);
translate('ta', languages, taLanguages);
translate('ta', letters, taLetters);
translate('ta', mediaProblems, taMediaProblems);
translate('ta', messages, taMessages);
translate('ta', openData, taOpenData);
translate('ta', papers, taPapers);
translate('ta', pieceProblems, taPieceProblems);
translate('ta', places, taPlaces);
translate('ta', problems, taProblems);
translate('ta', saving, taSaving);
translate('ta', schemes, taSchemes);
translate('ta', scamFields, taScamFields);
translate('ta', importsDesk, taImportsDesk);
translate('ta', searchesDesk, taSearchesDesk);
translate('ta', studioHere, taStudioHere);
translate('ta', studioTranslation, taStudioTranslation);
translate('ta', siteDesk, taSiteDesk);
translate('ta', studio, taStudio);
translate('ta', studioArrange, taStudioArrange);
translate('ta', studioEditor, taStudioEditor);
translate('ta', studioMedia, taStudioMedia);
translate('ta', studioScheme, taStudioScheme);
translate('ta', visitor, taVisitor);
translate('ta', visitorParts, taVisitorParts);
