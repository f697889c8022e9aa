import type { ProcedureId } from './letters.contract.ts';
import type { Procedure } from './procedure.ts';
import { aadhaar } from './procedures/aadhaar.ts';
import { bank } from './procedures/bank.ts';
import { consumer } from './procedures/consumer.ts';
import { electricity } from './procedures/electricity.ts';
import { insurance } from './procedures/insurance.ts';
import { pension } from './procedures/pension.ts';
import { police } from './procedures/police.ts';
import { providentFund } from './procedures/provident-fund.ts';
import { rationCard } from './procedures/ration-card.ts';
import { rtiFirstAppeal, rtiSecondAppeal } from './procedures/rti-appeals.ts';
import { rti } from './procedures/rti.ts';

/** In the order of the page. */
export const procedures: Record<ProcedureId, Procedure> = {
  rti,
  'rti-first-appeal': rtiFirstAppeal,
  'rti-second-appeal': rtiSecondAppeal,
  'police-complaint-refused': police,
  bank,
  insurance,
  electricity,
  consumer,
  'provident-fund': providentFund,
  'ration-card': rationCard,
  pension,
  aadhaar,
};

export const findProcedure = (id: string): Procedure | null =>
  Object.hasOwn(procedures, id) ? procedures[id as ProcedureId] : null;
