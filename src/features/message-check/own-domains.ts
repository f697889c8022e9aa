import { isBelow, publicDomains } from '../../platform/text/official-sites.ts';

/**
 * Each private claimant's own registered domains; all subdomains count too. gov.in, nic.in and .bank.in need no entry;
 * those of public bodies are in official-sites.ts.
 */
const claimants: Record<string, string> = {
  'State Bank of India':
    'sbi onlinesbi.com sbicard.com sbilife.co.in sbimf.com sbigeneral.in sbisecurities.in sbifoundation.in sbicaps.com sbicapsec.com sbismart.com sbipensionfunds.com sbipensionfunds.co.in',
  HDFC: 'hdfc.com hdfcbank.com hdfcbank.net hdfclife.com hdfcergo.com hdfcfund.com hdfcsec.com hdfcsky.com hdfccredila.com hdbfs.com hdfcpension.com',
  ICICI:
    'icicibank.com icicilombard.com iciciprulife.com icicidirect.com icicipruamc.com icicihfc.com icicicareers.com icicifoundation.org icicisecurities.com iciciprupension.com',
  Axis: 'axisbank.com axisbank.co.in axismf.com axisdirect.in axisfinance.co.in axissecurities.in axiscapital.co.in axismaxlife.com axisbankfoundation.org freecharge.in',
  Kotak:
    'kotak.com kotak811.com kotaklife.com kotakgeneral.com kotakmf.com kotaksecurities.com kotakneo.com kotakcherry.com kotakeducation.org',
  'Punjab National Bank': 'netpnb.com pnbcard.in pnbmetlife.com pnbhousing.com',
  'Bank of Baroda':
    'bankofbaroda.co.in bankofbaroda.com bobibanking.com bobfinancial.com bobcard.co.in barodabnpparibasmf.in barodaetrade.com',
  'Canara Bank': 'canarabank.in canarabank.co.in canararobeco.com canarahsbclife.com canmoney.in',
  'Other public banks':
    'unionbankonline.co.in indianbank.net.in iobnet.co.in centralbank.net.in ucoebanking.com mahaconnect.in psbindia.com ippbonline.com',
  'Other private banks':
    'indusind.com idfcfirstbank.com idfcbank.com yesbank.in federalbank.co.in fedfina.com idbibank.in idbi.com rblbank.com southindianbank.com karnatakabank.com kvb.co.in cityunionbank.com dcbbank.com bandhanbank.com tmb.in tmbnet.in csb.co.in dhanbank.com nainitalbank.co.in jkbank.com aubank.in equitasbank.com ujjivansfb.in janabank.com suryodaybank.com utkarsh.bank capitalbank.co.in esafbank.com nesfb.com unitybank.co.in finobank.com fincarebank.com shivalikbank.com saraswatbank.com cosmosbank.com svcbank.com hsbc.co.in sc.com citibank.co.in dbs.com digibank.com americanexpress.com db.com',
  Lenders:
    'bajajfinserv.in bajajfinservmarkets.in bajajfinance.in bajajhousingfinance.in tatacapital.com muthootfinance.com manappuram.com mahindrafinance.com lichousing.com cholamandalam.com shriramfinance.in herofincorp.com onecard.app getonecard.app cred.club',
  'Securities market':
    'nseindia.com bseindia.com nsdl.co.in nsdl.com cdslindia.com amfiindia.com mutualfundssahihai.com smartodr.in mcxindia.com camsonline.com kfintech.com mfcentral.com zerodha.com kite.trade groww.in upstox.com angelone.in 5paisa.com nism.ac.in cvlkra.com',
  'Credit bureaus': 'cibil.com transunioncibil.com experian.in equifax.co.in crifhighmark.com',
  Insurance:
    'licindia.in licindia.com licmf.com licpensionfund.in gicouncil.in lifeinscouncil.org newindia.co.in nationalinsurance.nic.co.in orientalinsurance.org.in uiic.co.in aicofindia.com gicre.in gicofindia.com bajajallianz.com bajajallianz.co.in bajajallianzlife.com bajajgeneralinsurance.com bajajlifeinsurance.com tataaia.com tataaig.com starhealth.in nivabupa.com careinsurance.com maxlifeinsurance.com adityabirlacapital.com godigit.com acko.com policybazaar.com reliancegeneral.co.in nipponindiaim.com reliancenipponlife.com iffcotokio.co.in cholainsurance.com sbigeneral.in royalsundaram.in futuregenerali.in manipalcigna.com magma-hdi.co.in indiafirstlife.com starunion.com bhartiaxa.com',
  Pensions: 'proteantech.in kfintech.com enps.nsdl.com cra-nsdl.com',
  Tax: 'utiitsl.com utiitsl.co.in tin-nsdl.com protean-tinpan.com cleartax.in icai.org',
  Paytm:
    'paytm.com paytmbank.com paytmmoney.com paytminsurance.co.in paytmmall.com paytmpayments.com paytmfirstgames.com',
  'Payment apps':
    'phonepe.com phonepe.in mobikwik.com bharatpe.com bharatpe.in razorpay.com payu.in payumoney.com cashfree.com billdesk.com billdesk.io ccavenue.com pinelabs.com juspay.in instamojo.com navi.com supermoney.app sliceit.com jupiter.money fi.money lazypay.in getsimpl.com visa.co.in mastercard.co.in paypal.com atomtech.in easebuzz.in',
  Google:
    'google.com google.co.in youtube.com goo.gle g.co gmail.com withgoogle.com android.com gpay.com googleblog.com blog.google',
  Meta: 'facebook.com fb.com fb.watch instagram.com whatsapp.com whatsapp.net meta.com messenger.com threads.net',
  'Other global services':
    'microsoft.com live.com outlook.com office.com apple.com icloud.com twitter.com x.com linkedin.com telegram.org signal.org wikipedia.org truecaller.com zoom.us',
  Amazon:
    'amazon.in amazon.com amazonpay.in amazon.jobs primevideo.com aboutamazon.in aboutamazon.com audible.in amazonprime.com amazonmusic.com media-amazon.com ssl-images-amazon.com amazonses.com amazon.ae amazon.ca amazon.cn amazon.co.jp amazon.co.uk amazon.co.za amazon.com.au amazon.com.be amazon.com.br amazon.com.mx amazon.com.tr amazon.de amazon.eg amazon.es amazon.fr amazon.ie amazon.it amazon.nl amazon.pl amazon.sa amazon.se amazon.sg',
  Flipkart:
    'flipkart.com flipkart.net flipkartstories.com cleartrip.com shopsy.in super.money ekartlogistics.com ekartlogistics.in',
  'Other shops':
    'meesho.com meesho.io valmo.in myntra.com myntra.in ajio.com nykaa.com snapdeal.com jiomart.com bigbasket.com blinkit.com zeptonow.com zepto.co tatacliq.com croma.com reliancedigital.in pepperfry.com firstcry.com lenskart.com 1mg.com pharmeasy.in netmeds.com apollopharmacy.in ondc.org indiamart.com justdial.com olx.in olx.com quikr.com magicbricks.com 99acres.com nobroker.in urbancompany.com',
  'Food and rides':
    'swiggy.com swiggy.in zomato.com zomato.co olacabs.com ola.cab uber.com rapido.bike dunzo.com dominos.co.in',
  Netflix: 'netflix.com netflix.net nflximg.net nflxext.com',
  Films:
    'hotstar.com jiohotstar.com jiocinema.com sonyliv.com zee5.com bookmyshow.com spotify.com tataplay.com dishtv.in d2h.com sunnxt.com',
  Jio: 'jio.com jio.in jiosaavn.com jiofinance.com jiopay.com jiopaymentsbank.com ril.com relianceretail.com jiobp.com jioblackrock.com',
  Airtel: 'airtel.in airtel.com airtelxstream.in airtelpaymentsbank.com airtelbank.com',
  'Other telecoms':
    'myvi.in vodafoneidea.com vodafone.in bsnl.co.in bsnl.in mtnl.in mtnl.net.in mtnldelhi.in mtnlmumbai.in actcorp.in hathway.com excitel.com railtel.in railwire.co.in coai.com',
  Tata: 'tata.com tatapower.com tatapower-ddl.com tatapowerddl.com tatasteel.com tatamotors.com tatamotors.com.in tcs.com tcsion.com tataneu.com tatadigital.com tatacommunications.com tatatrusts.org tatamutualfund.com tatasky.com tataaig.com tatacliq.com tataconsumer.com tatateleservices.com tatatelebusiness.com tataelxsi.com tatamemorialcentre.com',
  Railways:
    'irctctourism.com irctcipay.com irctcimages.co.in ircon.org rites.com delhimetrorail.com confirmtkt.com ixigo.com nmrcnoida.com',
  Travel:
    'makemytrip.com goibibo.com redbus.in easemytrip.com yatra.com abhibus.com airindia.com airindia.in airindiaexpress.com goindigo.in spicejet.com akasaair.com ksrtc.in',
  Roads: 'parkplus.io',
  'Oil and gas':
    'iocl.com indianoil.in indianoil.co.in indane.co.in indane.in hindustanpetroleum.com hpcl.in hpgas.com myhpgas.in hpcl.co.in bharatpetroleum.com bharatpetroleum.in bharatgas.com mybharatgas.com ebharatgas.com bpcl.in mylpg.in gailonline.com gail.co.in iglonline.net mahanagargas.com gujaratgas.com adanigas.com torrentgas.com mngl.in mngl.com ongcindia.com ongc.co.in oil-india.com greengas.in cugl.co.in',
  Electricity:
    'adanielectricity.com bsesdelhi.com torrentpower.com tgsouthernpower.org tssouthernpower.com tgnpdcl.com apspdcl.in apeasternpower.com mahadiscom.in bestundertaking.com uppcl.org uppclonline.com uppcl.mpower.in dhbvn.org.in uhbvn.org.in pspcl.in cesc.co.in wbsedcl.in kseb.in tangedco.org tnebnet.org tnpdcl.org bescom.co.in hescomonline.com cescmysore.in gescom.in mescom.in tpcentralodisha.com tpnodl.com tpwesternodisha.com tpsouthernodisha.com nbpdcl.co.in sbpdcl.co.in jbvnl.co.in mpez.co.in mpcz.in mpwz.co.in cspdcl.co.in pgvcl.com mgvcl.com dgvcl.com ugvcl.com guvnl.com upcl.org apdcl.org hpseb.in ntpc.co.in powergrid.in npclindia.in npcl.in',
  Couriers:
    'delhivery.com bluedart.com dtdc.in dtdc.com fedex.com dhl.com dhl.de dhl.co.in dhlecommerce.in xpressbees.com ecomexpress.in shadowfax.in shiprocket.in shiprocket.co gati.com safexpress.com trackon.in professionalcourier.com tpcindia.com tciexpress.in ups.com aramex.com ekartlogistics.com ithinklogistics.com',
  'Public services':
    'csccloud.in cscspv.in ibps.in esic.in nsdcindia.org seci.org.in nfra.org.in nixi.in niua.org vfsglobal.com blsindia.com',
};

const owned = new Set([...publicDomains, ...Object.values(claimants).flatMap((domains) => domains.split(' '))]);
/** Known sites, some cited in our own articles; not their claimant's, but no fakes. */
const cited = new Set(
  'sarkari.help resultsarkari.co.in marathisarkariyojana.in sarkariresult.com sarkarinaukri.com'.split(' '),
);
/** Where anybody can make a page, a form, a chat or a link to a shop or film: nobody's own, whoever runs the host. */
const open = new Set(
  (
    't.me telegram.me wa.me m.me chat.whatsapp.com api.whatsapp.com docs.google.com sites.google.com drive.google.com ' +
    'script.google.com groups.google.com forms.gle forms.office.com sway.office.com forms.microsoft.com ' +
    'onedrive.live.com youtu.be amazonaws.com amzn.to amzn.in a.co fkrt.it fkrt.co fkrt.cc'
  ).split(' '),
);

/** What its maker has put before a host that is open to anybody: 'sbi-kyc' of 'sbi-kyc.amazonaws.com'; null for others. */
export function madeOnOpenHost(host: string): string | null {
  const labels = host.split('.');
  const at = labels.findIndex((_, from) => open.has(labels.slice(from).join('.')));
  return at === -1 ? null : labels.slice(0, at).join('.');
}
export const isOwnDomain = (host: string): boolean => isBelow(owned, host);

/** Where 'l', 'i' and '1' are one; of short names that would make other sites, as of 'ril.com'. */
const upright = (host: string) => host.replace(/[l1]/g, 'i');
const uprightOwned = new Set([...owned].filter((domain) => /^[^.]{6}/.test(domain)).map(upright));
/** Whether a host that is no own domain looks like one: 'onllnesbi.com'. */
export const looksOwned = (host: string): boolean => isBelow(uprightOwned, upright(host));
export const isCited = (host: string): boolean => isBelow(cited, host);
/** Whether an own domain stands further left in a host: 'paytm.com.pay-now.top'. */
export const quotesOwnDomain = (host: string): boolean => {
  const labels = host.split('.');
  return labels.some((_, from) =>
    labels.some((_label, to) => to > from + 1 && to < labels.length && owned.has(labels.slice(from, to).join('.'))),
  );
};
