-- A tray, a box, tips and what lies on a layout are chips, as a wallet is: none of these accounts becomes negative. One that
-- was before this step becomes no lower.
CREATE FUNCTION accounts_hold_chips() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.cents < 0 AND (TG_OP = 'INSERT' OR NEW.cents < OLD.cents) AND (
        NEW.account LIKE 'table/%/bank' OR NEW.account LIKE 'table/%/drop' OR NEW.account LIKE 'table/%/tips'
        OR NEW.account LIKE 'table/%/layout/%' OR NEW.account LIKE 'table/%/pool/%'
    ) THEN
        RAISE EXCEPTION 'no funds' USING ERRCODE = 'check_violation', CONSTRAINT = 'no_funds';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER accounts_hold_chips BEFORE INSERT OR UPDATE ON accounts
FOR EACH ROW EXECUTE FUNCTION accounts_hold_chips();
