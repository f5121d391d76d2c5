/** Returns a member's email address for signing in. */
export const addressOf = (number: number) => `member-${number}@reviews.test`

const main = '(select id from tenant where is_main)'
/** A random rating of one answer, in half steps. */
const randomRating = '(1 + floor(sqrt(random()) * 10))::int'
/** A name of the list in this parameter, the same for the same number. */
const randomName = (parameter: number, number: string) =>
  `($${parameter}::json ->> ((${number}) % json_array_length($${parameter}))::int)`
/** The same id for the same text. */
const idOf = (text: string) => `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`
const folded = (text: string) => `lower(${text})`

/** Six questions, and the users who ask them. */
export const questions = [
  `insert into review_question (tenant_id, review_type, headline, question, position, answered_at, search_text)
   select ${main}, 'Manufacturers', headline, 'How did you find it?', 100 + at, now(), lower(headline) || E'\\nhow did you find it?'
   from unnest(array['Quality', 'Punctuality', 'Service', 'Price', 'Advice', 'Delivery']) with ordinality as asked(headline, at)`,
  `create temp table asked as select array_agg(id order by position) as ids from review_question where position > 100 and tenant_id = ${main}`,
  `insert into review_setting (tenant_id, owner_id, review_type, company_description)
   select tenant_id, id, 'Manufacturers', '<p>' || repeat('We build machines, and keep our word. ', 40) || '</p>' from member`,
]

/** The audience of the first member: contacts of one company, each with an address of their own. */
export const contacts = (count: number) => [
  {
    text: `insert into company (tenant_id, world_id, legal_name, country, website, company_type_list, search_text, name_key, country_key)
      select tenant_id, id, 'Customers', 'DE', 'https://customers.example', '{END_USER}', 'customers', 'customers', 'germany'
      from member where number = 1`,
  },
  {
    named: true,
    text: `insert into contact (tenant_id, world_id, id, created_at, created_by, first_name, last_name, title, contact_role, company_id, country,
        company_name, email, full_name, first_key, last_key, company_key, search_text)
      select m.tenant_id, m.id, ${idOf(`'1-' || n`)}, now() - interval '2 years' * (1 - n / ${count}::float8), m.id, f, l, 'Buyer', 'INFLUENCER',
        c.id, 'DE', 'Customers', 'customer-1-' || n || '@customer.example', f || ' ' || l, ${folded('f')}, ${folded('l')}, 'customers',
        concat_ws(E'\\n', ${folded('f')}, ${folded('l')}, 'customers', ${folded(`f || ' ' || l`)}, 'customer-1-' || n || '@customer.example', 'buyer', '')
      from member m join company c on c.world_id = m.id and m.number = 1, generate_series(1, ${count}) n,
        lateral (select ${randomName(1, 'n')} as f, ${randomName(2, 'n * 7')} as l) who`,
  },
  {
    text: `insert into review_audience (tenant_id, world_id, owner_id, contact_id)
      select m.tenant_id, m.id, m.id, c.id from contact c join member m on m.id = c.world_id and m.number = 1`,
  },
]

/** Two years of answered invitations; then two months of the others, half of them recent. */
export const invitations = `
  insert into review_invitation (tenant_id, world_id, created_at, updated_at, created_by, owner_id, campaign_id, contact_id, first_name, last_name,
    title, company_name, contact_role, email_address, language, review_type, state, letters, sent_at, answered_at, expires_at, first_key, last_key,
    company_key, search_text)
  select m.tenant_id, m.id, at, at, m.id, m.id, ${idOf(`'campaign' || n / 1000`)}, ${idOf(`m.number || '-' || n`)}, f, l, 'Buyer', 'Customers',
    'INFLUENCER', address, 'en', 'Manufacturers', case when is_answered then 'ANSWERED' else 'SENT' end::review_invitation_state, 1, at,
    case when is_answered then at + interval '2 days' end, at + interval '90 days', ${folded('f')}, ${folded('l')}, 'customers',
    concat_ws(E'\\n', ${folded('f')}, ${folded('l')}, 'customers', ${folded(`f || ' ' || l`)}, address, 'buyer')
  from member m, generate_series(1, m.answers + m.unanswered) g,
    lateral (select g <= m.answers as is_answered, case when g <= m.answers then g else g - m.answers end as n) which,
    lateral (select ${randomName(1, 'n')} as f, ${randomName(2, 'n * 7')} as l, 'customer-' || m.number || '-' || n || '@customer.example' as address,
      date_trunc('milliseconds', now() - case when is_answered then interval '90 days' + interval '640 days' * random()
        else interval '1 day' + interval '58 days' * n / m.unanswered end) as at) who`

/** An answer for each answered invitation, a third of them with a remark. */
export const answers = `
  insert into review_answer (id, tenant_id, world_id, created_at, updated_at, owner_id, first_name, last_name, review_type, ratings, score, day,
    remark, remark_public, show_as_testimonial)
  select i.id, i.tenant_id, i.world_id, answered_at, answered_at, i.owner_id, first_name, last_name, review_type,
    jsonb_build_object(ids[1]::text, a, ids[2]::text, b, ids[3]::text, c, ids[4]::text, d, ids[5]::text, e, ids[6]::text, f),
    (a + b + c + d + e + f) / 12.0, answered_at::date, case when said < 0.33 then 'Delivered on the day, and every part fits.' end, said < 0.2,
    said < 0.02
  from review_invitation i join member m on m.id = i.owner_id, asked,
    lateral (select ${['a', 'b', 'c', 'd', 'e', 'f'].map((one) => `${randomRating} as ${one}`).join(', ')}, random() as said where i.id is not null) r
  where i.state = 'ANSWERED'`

const sums = `jsonb_build_object(${[1, 2, 3, 4, 5, 6]
  .map((at) => `ids[${at}]::text, jsonb_build_array(count(*), sum((ratings ->> ids[${at}]::text)::int))`)
  .join(', ')})`

/** The running sums of each member. */
export const scores = `
  insert into trust_score (tenant_id, owner_id, sent, answered, answers, score_sum, breakdown)
  select m.tenant_id, m.id, m.answers + m.unanswered, m.answers, count(*), sum(score), ${sums}
  from review_answer join member m on m.id = owner_id, asked group by m.tenant_id, m.id, m.answers, m.unanswered, ids`

/** The sums per day, only for the first member: nobody else's are requested. */
export const days = `
  insert into review_day (tenant_id, owner_id, day, answers, score_sum, breakdown)
  select m.tenant_id, m.id, day, count(*), sum(score), ${sums}
  from review_answer join member m on m.id = owner_id and m.number = 1, asked group by m.tenant_id, m.id, day, ids`

export const testimonials = `
  insert into testimonial (id, tenant_id, owner_id, first_name, initial, remark, score, answered_at)
  select a.id, a.tenant_id, owner_id, first_name, left(last_name, 1), remark, score, created_at
  from review_answer a join member m on m.id = owner_id where show_as_testimonial`
