import { IconFileText, IconFlag, IconNotes, IconUsers } from '@tabler/icons-react'
import { useText } from '#kit/text'

/** What a record looks like inside: an invented company, and said to be so. */
const Example = () => {
  const t = useText()
  const entries = [
    { Icon: IconFlag, title: t('Next step'), text: t('Send samples and the certificate of origin') },
    {
      Icon: IconNotes,
      title: t('Meeting report'),
      text: t('At the fair: they take the small range first, if we label it in French'),
    },
    { Icon: IconUsers, title: t('Summary'), text: t('Shared with everyone who works on the project') },
    { Icon: IconFileText, title: t('Document'), text: t('Price list, shared by e-mail address') },
  ]
  return (
    <figure className="story-record">
      <p className="story-company">
        Maison Vasseur & Fils <span>{t('Importer or distributor, France')}</span>
      </p>
      <ol>
        {entries.map(({ Icon, title, text }) => (
          <li key={title}>
            <Icon size={20} stroke={1.75} aria-hidden="true" />
            <div>
              <h3>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <figcaption>{t('An invented company, to show what a record holds')}</figcaption>
    </figure>
  )
}

export const Story = () => {
  const t = useText()
  return (
    <section className="open-width story" aria-labelledby="story-title">
      <div>
        <h2 id="story-title">{t('What was said last is what you see first')}</h2>
        <p>
          {t(
            'Open a company and its story is there, the newest on top: meetings, summaries, tasks, files, reviews. Whoever takes over needs no briefing, and whoever stands at the fair needs no laptop.',
          )}
        </p>
        <h2>{t('Your records stay yours')}</h2>
        <p>
          {t(
            'Each organisation works behind a wall of its own. What you share, you share by name. And what was done is written down: who changed what, and when.',
          )}
        </p>
      </div>
      <Example />
    </section>
  )
}
