import { ages, type Answers, homes, marriages } from '../../features/papers/choices.ts';
import { type ErrandId, errandIds, getErrand, groups } from '../../features/papers/errands.ts';
import { translated } from '../../messages/catalogue.ts';
import { states } from '../../features/schemes/facts.ts';
import { stateName } from '../../messages/places.ts';
import { papers as words } from '../../messages/papers.ts';
import styles from './papers.module.css';
import { Options } from '../../ui/options.tsx';

type Props = { ids: ErrandId[]; answers: Answers };

/** Choosing errands: a GET form, so that a list has an address; its answers come from closed lists. */
export function PapersForm({ ids, answers }: Props) {
  return (
    <form className={`form ${styles.chooser}`} method="get" action="/papers">
      <fieldset className="stack">
        <legend>
          <h2>{words.choose}</h2>
        </legend>
        {groups.map((group) => (
          <section key={group} aria-labelledby={`group-${group}`}>
            <h3 id={`group-${group}`}>{words.groups[group]}</h3>
            <div className={styles.errands}>
              {errandIds
                .filter((id) => getErrand(id).group === group)
                .map((id) => (
                  <label key={id}>
                    <input type="checkbox" name="errand" value={id} defaultChecked={ids.includes(id)} />
                    <span>{translated(getErrand(id).name)}</span>
                  </label>
                ))}
            </div>
          </section>
        ))}
      </fieldset>
      <fieldset className={styles.answers}>
        <legend>{words.about}</legend>
        <Choice name="age" label={words.age} chosen={answers.age} options={ages.map((age) => [age, words.ages[age]])} />
        <Choice
          name="state"
          label={words.state}
          chosen={answers.state}
          options={states.map((state) => [state, stateName(state)])}
        />
        <Choice
          name="married"
          label={words.married}
          chosen={answers.married}
          options={marriages.map((answer) => [answer, words[answer]])}
        />
        <Choice
          name="home"
          label={words.home}
          chosen={answers.home}
          options={homes.map((home) => [home, words.homes[home]])}
        />
      </fieldset>
      <button className={`btn ${styles.make}`}>{words.make}</button>
    </form>
  );
}

type ChoiceProps = { name: string; label: string; chosen: string | undefined; options: [string, string][] };

function Choice({ name, label, chosen, options }: ChoiceProps) {
  return (
    <div className="field">
      <label htmlFor={`answer-${name}`}>{label}</label>
      <select className="in" id={`answer-${name}`} name={name} defaultValue={chosen ?? ''}>
        <option value="">{words.open}</option>
        <Options of={options} />
      </select>
    </div>
  );
}
