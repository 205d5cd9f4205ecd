-- The industry of a business is one of WhatsApp's, as in the business profile of its channels.
update clients set industry = case industry
    when 'retail' then 'RETAIL' when 'e-commerce' then 'RETAIL' when 'food' then 'RESTAURANT'
    when 'travel' then 'TRAVEL' when 'health' then 'HEALTH' when 'education' then 'EDU' when 'finance' then 'FINANCE'
    when 'vehicles' then 'AUTO' when 'public' then 'NONPROFIT' when 'property' then 'PROF_SERVICES'
    when 'services' then 'PROF_SERVICES' when 'trades' then 'PROF_SERVICES' when 'logistics' then 'OTHER'
    else 'OTHER' end
  where industry in ('retail', 'e-commerce', 'food', 'travel', 'health', 'education', 'finance', 'property', 'vehicles',
    'services', 'trades', 'logistics', 'public', 'other');
